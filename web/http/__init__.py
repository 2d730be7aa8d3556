"""What every request passes: errors, headers, forms, cookies, compression, assets."""
