import { type Dispatcher, fetch as undiciFetch } from 'undici';
import type { AddressPolicy } from './addresses.ts';
import { checkUrl } from './check-url.ts';
import { OutboundError } from './failures.ts';

/** A longer response fails. */
const BYTES_MAX = 20 * 1024 * 1024;

/**
 * Creates a `fetch` for libraries that speak a protocol over HTTP with a server that users name. It checks every
 * request, refuses redirects and limits the length of responses.
 */
export function createGuardedFetch(
  policy: AddressPolicy,
  dispatcherFor: (url: URL) => Promise<Dispatcher>,
): typeof globalThis.fetch {
  const guarded = async (input: string | URL, init: RequestInit = {}): Promise<Response> => {
    const checked = checkUrl(String(input), policy);
    if ('problem' in checked) throw new OutboundError('address', checked.problem);
    const dispatcher = await dispatcherFor(checked.url);
    const response = (await undiciFetch(checked.url, {
      ...init,
      redirect: 'manual',
      dispatcher,
    } as never)) as unknown as Response;
    if (response.status >= 300 && response.status < 400) {
      await response.body?.cancel();
      throw new OutboundError('redirect');
    }
    if (response.body === null) return response;
    const { status, statusText, headers } = response;
    // The body is already decoded, so these headers no longer fit.
    const kept = new Headers([...headers].filter(([name]) => !/^content-(encoding|length)$/i.test(name)));
    return new Response(response.body.pipeThrough(limitBytes()), { status, statusText, headers: kept });
  };
  return guarded as typeof globalThis.fetch;
}

function limitBytes(): TransformStream<Uint8Array, Uint8Array> {
  let received = 0;
  return new TransformStream({
    transform(chunk, controller) {
      received += chunk.length;
      if (received > BYTES_MAX) controller.error(new OutboundError('too_large'));
      else controller.enqueue(chunk);
    },
  });
}
