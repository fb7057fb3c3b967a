"""What commands share: arguments, loading, output, failures."""
