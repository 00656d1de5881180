"""Values for schemas: made, judged, compared. `SampleSession` is the way in."""
