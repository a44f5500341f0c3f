// Some servers ignore that a stream is asked for and answer with one chat completion. It is complete, so it is read
// as a stream of one event.

/** Gives a stream of events even if the server sends its answer in one piece. */
export function streamOnePieces(fetch: typeof globalThis.fetch): typeof globalThis.fetch {
  return async (input, init) => {
    const response = await fetch(input, init);
    const { body, status, statusText } = response;
    const isOnePiece = /^application\/json\b/i.test(response.headers.get('content-type') ?? '');
    if (!response.ok || !isOnePiece || body === null) return response;
    const headers = new Headers(response.headers);
    headers.set('content-type', 'text/event-stream');
    headers.delete('content-length');
    // A connection that is cut while the piece comes stays an error of this stream.
    return new Response(body.pipeThrough(toEvent()), { status, statusText, headers });
  };
}

function toEvent(): ReadableWritablePair<Uint8Array<ArrayBuffer>, Uint8Array<ArrayBuffer>> {
  const decoder = new TextDecoder();
  let text = '';
  return new TransformStream({
    transform(bytes): void {
      text += decoder.decode(bytes, { stream: true });
    },
    flush(controller): void {
      text += decoder.decode();
      controller.enqueue(new TextEncoder().encode(`data: ${toChunk(text)}\n\n`));
    },
  });
}

type Choice = { message?: { tool_calls?: object[] | null }; finish_reason?: string | null };

/** The chunk that says all at once what the completion says. What is no completion stays, on one line. */
function toChunk(text: string): string {
  let answer: { choices?: Choice[] };
  try {
    answer = JSON.parse(text);
  } catch {
    return text.replaceAll(/[\r\n]/g, ' ');
  }
  if (!Array.isArray(answer?.choices)) return JSON.stringify(answer);
  const choices = answer.choices.map(({ message, finish_reason: finish, ...choice }) => ({
    ...choice,
    delta: { ...message, tool_calls: message?.tool_calls?.map((call, index) => ({ index, ...call })) },
    // A document that ends is an answer that ended.
    finish_reason: finish ?? 'stop',
  }));
  return JSON.stringify({ ...answer, choices });
}
