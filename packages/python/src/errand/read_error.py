"""Converts the shapes of error bodies to one: a message for people and messages by field."""

from __future__ import annotations

import json
import math
import time
from email.utils import parsedate_to_datetime
from typing import Any, Dict, Mapping, Tuple

from . import errors

NO_CREDITS = "errand.credits.insufficient"
JOB_FAILED = "errand.jobs.failed"


def read_error(status: int, headers: Mapping[str, str], text: str) -> errors.ErrandError:
    body = _parse(text)
    message, fields = _describe(body, status, text)
    code = headers.get("x-error-code")
    if code is None and isinstance(body, dict) and isinstance(body.get("code"), str):
        code = body["code"]
    details: Dict[str, Any] = {
        "status": status,
        "code": code,
        "request_id": headers.get("x-request-id"),
        "job_id": headers.get("x-agent-job-id"),
        "fields": fields,
        "body": body,
    }
    if code == JOB_FAILED:
        return errors.JobFailedError(message, **details)
    if status in (400, 413, 415, 422):
        return errors.ValidationError(message, **details)
    if status == 401:
        return errors.AuthenticationError(message, **details)
    if status == 403:
        kind = errors.InsufficientCreditsError if code == NO_CREDITS else errors.ForbiddenError
        return kind(message, **details)
    if status == 404:
        return errors.NotFoundError(message, **details)
    if status == 409:
        return errors.ConflictError(message, **details)
    if status == 429:
        return errors.RateLimitError(message, retry_after_seconds=retry_after(headers), **details)
    return (errors.ServerError if status >= 500 else errors.ErrandError)(message, **details)


def retry_after(headers: Mapping[str, str]) -> float:
    """Returns seconds, at least one."""
    given = headers.get("retry-after", "")
    try:
        seconds = float(given) if given.isdigit() else parsedate_to_datetime(given).timestamp() - time.time()
    except (TypeError, ValueError):
        return 1
    return max(1, math.ceil(seconds))


def _describe(body: Any, status: int, text: str) -> Tuple[str, errors.FieldMessages]:
    if isinstance(body, list):
        return " ".join(str(one) for one in body), {}
    if isinstance(body, dict):
        for key in ("detail", "error", "message"):
            if isinstance(body.get(key), str) and body[key]:
                return body[key], {}
        fields = {
            field: [str(one) for one in (said if isinstance(said, list) else [said])] for field, said in body.items()
        }
        if fields:
            return " ".join(f"{field}: {' '.join(said)}" for field, said in fields.items()), fields
    plain = text.strip()[:500] if body is None else ""
    return plain or f"The server responded with status {status}.", {}


def _parse(text: str) -> Any:
    try:
        return json.loads(text)
    except ValueError:
        return None
