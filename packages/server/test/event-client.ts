import assert from 'node:assert/strict';

export type Event = { event: string; id: string; data: any; at: number };

export type EventReader = {
  events: Event[];
  ended: Promise<void>;
  leave(): void;
  response: Response;
};

/** A client that reads server-sent events as they come. */
export async function readEvents(url: string, init: RequestInit = {}): Promise<EventReader> {
  const controller = new AbortController();
  const response = await fetch(url, { ...init, signal: controller.signal });
  assert.equal(response.status, 200, response.status === 200 ? '' : await response.text());
  assert.equal(response.headers.get('content-type'), 'text/event-stream');
  const events: Event[] = [];
  const ended = (async () => {
    let text = '';
    const decoder = new TextDecoder();
    for await (const chunk of response.body!) {
      text += decoder.decode(chunk, { stream: true });
      const frames = text.split('\n\n');
      text = frames.pop()!;
      events.push(...frames.filter((frame) => frame.startsWith('event:')).map(parse));
    }
  })();
  ended.catch(() => undefined);
  return { events, ended, leave: () => controller.abort(), response };
}

function parse(frame: string): Event {
  const [, event, id, data] = /^event: (.*)\nid: (.*)\ndata: (.*)$/.exec(frame)!;
  return { event: event!, id: id!, data: JSON.parse(data!), at: Date.now() };
}
