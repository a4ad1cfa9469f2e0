"""Small pieces that several pages share."""
