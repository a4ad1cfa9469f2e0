"""Page Recommend: relations worth recording."""
