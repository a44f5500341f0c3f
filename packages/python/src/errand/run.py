"""What the synchronous and the asynchronous client share about runs."""

from __future__ import annotations

import json
import re
import time
from typing import Any, Callable, Dict, List, Literal, Mapping, NamedTuple, Optional, TypedDict, cast

from .errors import JobFailedError, WaitTimeoutError
from .generated import models as m
from .transport import Call, Event, path

SUCCEEDED = frozenset({3, 6})

_JSON_TYPE = re.compile(r"^application/([\w.+-]+\+)?json\s*(;|$)", re.IGNORECASE)

#: Called with what the job asks a person. Waiting goes on afterwards.
OnWaiting = Callable[[Dict[str, Any]], None]


class RunResult(NamedTuple):
    job_id: str
    outputs: List[m.OutputItem]
    #: The only output, parsed if it is JSON. Several outputs are a dictionary by key.
    output: Any


class RunOptions(TypedDict, total=False):
    """What a run takes besides its inputs. None is the same as nothing."""

    #: Runs this version instead of the current one.
    version_id: Optional[str]
    #: Stored with the job.
    metadata: Optional[Mapping[str, Any]]
    #: Limit in USD.
    max_cost: Optional[float]
    #: Time limit of one attempt.
    timeout_seconds: Optional[int]
    #: `batch`: calls of models may wait for the batch lane of their provider.
    lane: Optional[Literal["normal", "batch"]]
    #: `low`: runs after everything else of the organization.
    priority: Optional[Literal["normal", "low"]]
    #: In the batch lane: when the job has to be done.
    deadline_seconds: Optional[int]
    #: Does not read the cache.
    skip_cache: bool
    #: Repeats with the same key start one job. By default each call has its own.
    idempotency_key: Optional[str]


_MEMBERS = ("metadata", "max_cost", "timeout_seconds", "lane", "priority", "deadline_seconds")


def body_of(inputs: Optional[Mapping[str, Any]], options: RunOptions) -> m.RunBody:
    for name in options:
        if name not in RunOptions.__optional_keys__:
            raise TypeError(f"A run has no option '{name}'.")
    given = {"inputs": inputs, **{name: options.get(name) for name in _MEMBERS}}
    return cast("m.RunBody", {name: value for name, value in given.items() if value is not None})


def read_output(outputs: List[m.OutputItem]) -> Any:
    if not outputs:
        return None
    values = {one["key"]: _value(one) for one in outputs}
    return values[outputs[0]["key"]] if len(outputs) == 1 else values


def _value(output: m.OutputItem) -> Any:
    if not _JSON_TYPE.match(output["data_type"]):
        return output["value"]
    try:
        return json.loads(output["value"])
    except ValueError:
        return output["value"]


def result_of(job: m.JobView) -> RunResult:
    """Raises JobFailedError if the job has no result."""
    if job["status_code"] not in SUCCEEDED:
        error = cast("Dict[str, Any]", job.get("error") or {})
        message = job.get("error_message") or "The job was cancelled."
        raise JobFailedError(message, job_id=job["id"], code=error.get("code"), body=job)
    outputs = list(job["outputs"])
    return RunResult(job["id"], outputs, read_output(outputs))


class Deadline:
    def __init__(self, job_id: str, seconds: Optional[float]) -> None:
        self._job_id = job_id
        self._end = None if seconds is None else time.monotonic() + seconds

    def left(self) -> Optional[float]:
        """Returns the seconds that are left, or None without a limit. Raises when they are over."""
        if self._end is None:
            return None
        left = self._end - time.monotonic()
        if left <= 0:
            raise WaitTimeoutError("The job did not end in time. It goes on.", job_id=self._job_id)
        return left


def asked(event: Event) -> Optional[Dict[str, Any]]:
    """Returns what the job asks a person in this event, if anything."""
    if event.event == "waiting" and event.data.get("kind") in ("approval", "question"):
        return cast("Dict[str, Any]", event.data)
    return None


def is_open(job: m.JobView, question: Mapping[str, Any]) -> bool:
    """An event of the past may tell of a wait that was answered since."""
    waiting = job.get("waiting")
    return waiting is not None and waiting["id"] == question["id"]


def events_of(job_id: str) -> Call:
    return Call("GET", path("/v1/agents/jobs/:job_id/events/", job_id))
