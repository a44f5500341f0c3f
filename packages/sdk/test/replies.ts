export type Sent = { method: string; url: string; headers: Record<string, string>; body: unknown };

type Reply = Response | Error;

/** Creates a fetch that returns these replies in order, and records what was sent. */
export function createReplies(...replies: Reply[]): { fetch: typeof fetch; sent: Sent[] } {
  const sent: Sent[] = [];
  return {
    sent,
    async fetch(input, init) {
      sent.push({
        method: init?.method ?? 'GET',
        url: String(input),
        headers: { ...(init?.headers as Record<string, string>) },
        body: init?.body,
      });
      const reply = replies.shift();
      if (reply === undefined) throw new Error(`Nothing was to be sent any more: ${String(input)}`);
      if (reply instanceof Error) throw reply;
      return reply;
    },
  };
}

export const json = (body: unknown, status = 200, headers: Record<string, string> = {}): Response =>
  new Response(JSON.stringify(body), { status, headers: { 'content-type': 'application/json', ...headers } });

/** Creates a body that arrives in these pieces. An error breaks it off. */
export function inPieces(pieces: (string | Error)[], type = 'application/x-ndjson'): Response {
  const encoder = new TextEncoder();
  const body = new ReadableStream<Uint8Array>({
    pull(controller) {
      const piece = pieces.shift();
      if (piece === undefined) controller.close();
      else if (piece instanceof Error) controller.error(piece);
      else controller.enqueue(encoder.encode(piece));
    },
  });
  return new Response(body, { headers: { 'content-type': type } });
}
