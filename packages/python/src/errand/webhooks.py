"""Verifies deliveries of webhooks (Standard Webhooks)."""

from __future__ import annotations

import base64
import binascii
import hashlib
import hmac
import json
import re
import time
from typing import Any, Mapping, Optional, Union

SECRET_PREFIX = "whsec_"
#: How far the time of a signature may be from now.
TOLERANCE_SECONDS = 300


class WebhookVerificationError(Exception):
    """The delivery was not signed with the secret, or is not recent. `reason` says which."""

    def __init__(self, reason: str, message: str) -> None:
        super().__init__(message)
        self.reason = reason


def verify_webhook(
    body: Union[str, bytes],
    headers: Mapping[str, str],
    secret: str,
    *,
    tolerance_seconds: float = TOLERANCE_SECONDS,
    now: Optional[float] = None,
) -> Any:
    """Returns the payload of a delivery that was signed with `secret` and is recent; raises otherwise.

    `body` must be the raw content from the wire, not a value that was parsed and serialized again.
    """
    content = body.encode() if isinstance(body, str) else body
    given = {name.lower(): value for name, value in headers.items()}
    id_, timestamp, signatures = (given.get(f"webhook-{name}", "") for name in ("id", "timestamp", "signature"))
    if not id_ or not timestamp or not signatures:
        raise WebhookVerificationError("missing_header", "A header of the signature is missing.")
    current = time.time() if now is None else now
    if not re.fullmatch(r"\d{1,12}", timestamp) or abs(current - int(timestamp)) > tolerance_seconds:
        raise WebhookVerificationError("timestamp", "The signature is not recent.")
    signed = f"{id_}.{timestamp}.".encode() + content
    expected = hmac.new(_key(secret), signed, hashlib.sha256).digest()
    for entry in signatures.split(" "):
        version, _, text = entry.partition(",")
        # Compares in constant time.
        if version == "v1" and hmac.compare_digest(expected, _decode(text) or b""):
            return json.loads(content)
    raise WebhookVerificationError("signature", "The signature is not that of the secret.")


def _key(secret: str) -> bytes:
    decoded = _decode(secret.removeprefix(SECRET_PREFIX)) if secret.startswith(SECRET_PREFIX) else None
    return secret.encode() if decoded is None else decoded


def _decode(text: str) -> Optional[bytes]:
    try:
        return base64.b64decode(text + "=" * (-len(text) % 4), validate=True)
    except (binascii.Error, ValueError):
        return None
