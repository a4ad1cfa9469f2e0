"""Which companies were looked at last."""
