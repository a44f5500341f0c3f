"""One class per kind of failure."""

from __future__ import annotations

from typing import Any, Dict, List, Optional

FieldMessages = Dict[str, List[str]]


class ErrandError(Exception):
    """Every failure of a call. Its text can be shown to people."""

    #: Whether the same call may succeed later without a change.
    retryable = False
    #: How long the server asked to wait before the next try.
    wait_seconds = 0.0

    def __init__(
        self,
        message: str,
        *,
        status: Optional[int] = None,
        code: Optional[str] = None,
        request_id: Optional[str] = None,
        job_id: Optional[str] = None,
        fields: Optional[FieldMessages] = None,
        body: Any = None,
    ) -> None:
        super().__init__(message)
        self.message = message
        #: HTTP status, or None if there was no response.
        self.status = status
        #: Machine-readable cause, such as `errand.inputs.missing`. ERROR_CATALOGUE has the remedy.
        self.code = code
        #: Id of the request in the server's log.
        self.request_id = request_id
        self.job_id = job_id
        #: Messages by field, if the service sent them that way.
        self.fields: FieldMessages = fields or {}
        self.body = body


class ValidationError(ErrandError):
    pass


class AuthenticationError(ErrandError):
    pass


class ForbiddenError(ErrandError):
    pass


class InsufficientCreditsError(ForbiddenError):
    pass


class NotFoundError(ErrandError):
    pass


class ConflictError(ErrandError):
    pass


class RateLimitError(ErrandError):
    retryable = True

    def __init__(self, message: str, *, retry_after_seconds: float, **details: Any) -> None:
        super().__init__(message, **details)
        self.retry_after_seconds = retry_after_seconds


class ServerError(ErrandError):
    retryable = True


class ConnectionFailedError(ErrandError):
    """No response: the server or the network is down."""

    retryable = True


class WaitTimeoutError(ErrandError):
    """The time to wait was over before the job ended. The job goes on."""


class JobFailedError(ErrandError):
    """The job ended without a result: it failed or was cancelled. Its id is `job_id`."""


class JobWaitingError(ErrandError):
    """The job waits for a person, who may take days. `wait` says what is asked."""

    def __init__(self, job_id: str, wait: Dict[str, Any]) -> None:
        super().__init__(f"The job waits for a person: {wait.get('title', '')}", job_id=job_id)
        self.wait = wait
