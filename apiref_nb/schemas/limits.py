"""What a schema may cost: how far values are judged, how large samples become, how much of patterns is tried.

One object for each concern; the unit stands in the name. Whoever asks for more gets a sentence that says so, or less.
"""

from __future__ import annotations

from typing import Final, NamedTuple


class JudgingLimits(NamedTuple):
    """How far a value is held against its schema."""

    max_depth: int = 150
    """Schemas within schemas that are followed; a schema that contains itself without end is not followed further."""
    max_inline_depth: int = 24
    """Schemas within schemas that are written into one another; below, one stands under `$defs`."""
    max_faults: int = 50
    """Faults that are told about one value."""
    max_parts_with_all_faults: int = 20_000
    """Parts of a value that is told all its faults; of a larger one only the first, for the engine words every fault,
    each with the value at its place, before it hands over the first."""
    max_items_together: int = 2_000
    """Items of an array that are judged together."""
    max_few_parts: int = 300
    """Parts up to which following a value costs no more than writing out its schema."""
    max_whole_schemas: int = 500
    """Schemas within a schema, each as often as it is met, up to which it is written out once for a large value."""
    value_questions: int = 200_000
    """Questions that judging a small value, or a published example, may take before it is given up."""
    questions_per_part: int = 8
    """The same for each part of a large one."""
    round_questions: int = 4_096
    """Questions after which is asked whether there is still time."""
    max_counted_parts: int = 250_000
    """Parts of a value beyond which no more questions are allowed."""
    document_questions: int = 3_000_000
    """Questions that the examples of one document may take."""
    max_document_nodes: int = 2_000_000
    """Nodes of a document that are looked at for examples."""
    max_stream_items: int = 200
    """Items of one published stream that are looked at."""


class SampleLimits(NamedTuple):
    """How much a sample holds, and how long one is looked for."""

    max_depth: int = 40
    """Schemas within schemas in one sample."""
    max_values: int = 4_000
    """Values that a whole sample may hold, required ones included; schemas that double at each level ask for
    billions."""
    max_schemas: int = 6_000
    """Schemas that are looked at for one sample; a schema that asks for more gets none."""
    max_attempts: int = 6
    """Ways in which one plan is tried: full, without what the other variants want, only what is required, and so on."""
    same_type_attempts: int = 4
    """Attempts after which another of the declared types is tried."""
    max_plan_depth: int = 6
    """Variants within variants of one value."""
    max_plans: int = 32
    """Plans that are tried for one schema."""
    max_variants: int = 200
    """Branches of one choice that a sample is chosen from."""
    candidate_questions: int = 100_000
    """Questions that may be asked about the candidates of one sample."""
    suggestion_questions: int = 100
    """Questions about one suggested value."""
    max_items: int = 1_000
    """Items of an array; a schema that wants more gets no sample."""
    max_members: int = 1_000
    """Members of an object; a schema that wants more gets no sample."""
    max_text_characters: int = 20_000
    """Characters of a text; a schema that wants more gets no sample."""
    max_name_characters: int = 60
    """Characters of a name that are read for what it suggests."""
    max_page_characters: int = 20_000_000
    """Length of all sample bodies of one page; one body that a thousand operations refer to counts a thousand times."""


class FoldingLimits(NamedTuple):
    """How much is folded into one schema."""

    max_branches: int = 1_000
    """Branches that are folded into one schema; what a document says beyond them stays behind in `allOf`."""
    max_branch_depth: int = 60
    """Branches within branches that are asked which properties they hide."""
    max_flag_branches: int = 100
    """Branches of a property that are asked whether it is hidden."""
    max_pointer_characters: int = 400
    """Characters of a pointer that is put together from others; a longer one is their digest."""


class PatternLimits(NamedTuple):
    """How long patterns are, and what matching and meeting them may take."""

    max_pattern_characters: int = 2_000
    """Patterns longer than this are not judged."""
    max_compiled_bytes: int = 1 << 20
    """Size that one compiled pattern may take."""
    usual_compiled_bytes: int = 16 * 1024
    """What a compiled pattern takes, about: nobody but its engine can measure it."""
    max_steps_back: int = 10_000
    """Steps back after which a pattern with look-around is given up."""
    max_depth: int = 40
    """Groups within groups of a pattern that are read."""
    max_candidate_characters: int = 4_000
    """Characters of a candidate."""
    max_candidates: int = 300
    """Candidates for one of several patterns."""
    comfortable_repeats: int = 3
    """Repeats of a character class that may repeat at will."""
    max_node_bytes: int = 400
    """Of a tree for one character of its pattern, at most: 305 measured."""


JUDGING: Final = JudgingLimits()
SAMPLES: Final = SampleLimits()
FOLDING: Final = FoldingLimits()
PATTERNS: Final = PatternLimits()
