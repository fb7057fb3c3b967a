"""Live characters made of the open library: started, asked, played frame by frame, recorded."""
