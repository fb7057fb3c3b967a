"""What a packed USD file (``.usdc``, a crate) says it holds, compared with its bytes before usd-core sees it."""
