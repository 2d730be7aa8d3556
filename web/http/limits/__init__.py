"""What one address may take: rates, fair shares of the processor, work of one request."""
