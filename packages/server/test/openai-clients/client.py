"""Uses the service with OpenAI's own Python client, unchanged. Prints what it saw as JSON."""

import json
import os

from openai import APIStatusError, OpenAI

client = OpenAI(base_url=os.environ["OPENAI_BASE_URL"], api_key=os.environ["OPENAI_API_KEY"], max_retries=0)
CUTS = 10


def read_cut() -> dict:
    """Reads one response by many streams, each cut after one word, and resumes after the last event."""
    stream = client.responses.create(model="short-summary", input="Cut.", stream=True, background=True)
    shown, last, response_id, twice = "", -1, "", 0
    for cut in range(CUTS + 1):
        for event in stream:
            twice += event.sequence_number <= last
            last = event.sequence_number
            if event.type == "response.created":
                response_id = event.response.id
            if event.type == "response.output_text.delta":
                shown += event.delta
                if cut < CUTS:
                    break
        stream.close()
        if cut < CUTS:
            stream = client.responses.retrieve(response_id, stream=True, starting_after=last)
    return {"text": shown, "twice": twice, "stored": client.responses.retrieve(response_id).output_text}


def refused(call) -> list:
    try:
        call()
        return []
    except APIStatusError as error:
        return [error.status_code, error.code, type(error).__name__]


whole = client.responses.create(model="greeting", input="Ada")
later = client.responses.create(model="short-summary", input="Later.", background=True)
cancelled = client.responses.cancel(later.id)
chunks = client.chat.completions.create(
    model="short-summary", messages=[{"role": "user", "content": "In chunks."}], stream=True
)
chat = client.chat.completions.create(model="greeting", messages=[{"role": "user", "content": "Grace"}])
stranger = OpenAI(base_url=os.environ["OPENAI_BASE_URL"], api_key="sk-wrong", max_retries=0)
print(
    json.dumps(
        {
            "models": sorted(model.id for model in client.models.list()),
            "text": whole.output_text,
            "again": client.responses.retrieve(whole.id).output_text,
            "chunks": "".join(chunk.choices[0].delta.content or "" for chunk in chunks if chunk.choices),
            "chat": chat.choices[0].message.content,
            "cancelled": cancelled.status,
            "cut": read_cut(),
            "unknown": refused(lambda: client.responses.create(model="no-such", input="x")),
            "stranger": refused(lambda: stranger.models.list()),
        }
    )
)
