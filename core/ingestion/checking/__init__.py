"""Records-to-be → records: ids, names and ends found among the known ones, values checked, refused rows named."""
