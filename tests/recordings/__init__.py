"""Recordings of a client: what is in the file, what replays, what is judged."""
