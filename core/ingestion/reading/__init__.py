"""Relations read out of texts: sentences → mentions → pairs → readers → proposals, each with its quote."""
