"""Recordings: what a client sent and what came back, as a file that can be read, compared, replayed and judged.

In: exchanges, as a client saw them. Out: HAR 1.2 text without a secret in it, and the exchange that answers a request.
No socket, no clock; `client` records and replays through here.
"""

from __future__ import annotations

from apiref_nb.recordings.cleaning import cleaned, cleaned_request
from apiref_nb.recordings.exchanges import Exchange, Sent
from apiref_nb.recordings.file import RecordingFile, read_recording
from apiref_nb.recordings.har import Recorded
from apiref_nb.recordings.places import Places, places_of
from apiref_nb.recordings.playback import Playback
from apiref_nb.recordings.stand_ins import StandIns

__all__ = [
    "Exchange",
    "Places",
    "Playback",
    "Recorded",
    "RecordingFile",
    "Sent",
    "StandIns",
    "cleaned",
    "cleaned_request",
    "places_of",
    "read_recording",
]
