import { ConnectionError } from './errors.ts';
import type { Requester, RequestOptions } from './request.ts';

/** Yields JSON lines as they arrive, so that a response is never in memory as a whole. */
export async function* readLines(request: Requester, path: string, options: RequestOptions): AsyncGenerator<unknown> {
  const { body } = await request.raw('GET', path, options);
  if (body === null) return;
  const reader = body.getReader();
  const decoder = new TextDecoder();
  let rest = '';
  try {
    for (;;) {
      const { value, done } = await reader.read().catch((cause: unknown) => {
        if (options.signal?.aborted) throw cause;
        throw new ConnectionError('The connection broke before the answer was complete.', { cause });
      });
      const lines = (rest + decoder.decode(value, { stream: !done })).split('\n');
      rest = lines.pop() ?? '';
      for (const line of lines) if (line !== '') yield JSON.parse(line);
      if (!done) continue;
      if (rest !== '') yield JSON.parse(rest);
      return;
    }
  } finally {
    await reader.cancel().catch(() => undefined);
  }
}
