"""Typed client of the Errand agent execution service."""

from .async_client import AsyncErrand
from .client import Errand
from .errors import (
    AuthenticationError,
    ConflictError,
    ConnectionFailedError,
    ErrandError,
    ForbiddenError,
    InsufficientCreditsError,
    JobFailedError,
    JobWaitingError,
    NotFoundError,
    RateLimitError,
    ServerError,
    ValidationError,
    WaitTimeoutError,
)
from .generated import models
from .generated.error_codes import ERROR_CATALOGUE
from .run import RunOptions, RunResult, read_output
from .transport import Event
from .webhooks import WebhookVerificationError, verify_webhook

__all__ = [
    "ERROR_CATALOGUE",
    "AsyncErrand",
    "AuthenticationError",
    "ConflictError",
    "ConnectionFailedError",
    "Errand",
    "ErrandError",
    "Event",
    "ForbiddenError",
    "InsufficientCreditsError",
    "JobFailedError",
    "JobWaitingError",
    "NotFoundError",
    "RateLimitError",
    "RunOptions",
    "RunResult",
    "ServerError",
    "ValidationError",
    "WaitTimeoutError",
    "WebhookVerificationError",
    "models",
    "read_output",
    "verify_webhook",
]
