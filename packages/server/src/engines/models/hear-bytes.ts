import { AsyncLocalStorage } from 'node:async_hooks';

// Hears each piece of a streamed response as it arrives, also comments and pings, which the libraries keep to themselves.

const ears = new AsyncLocalStorage<() => void>();

/** Calls `hear` for each piece of the responses that `work` streams. */
export const hearing = <T>(hear: () => void, work: () => Promise<T>): Promise<T> => ears.run(hear, work);

export function hearBytes(fetch: typeof globalThis.fetch): typeof globalThis.fetch {
  return async (input, init) => {
    const response = await fetch(input, init);
    const hear = ears.getStore();
    if (hear === undefined || response.body === null) return response;
    const body = response.body.pipeThrough(
      new TransformStream<Uint8Array<ArrayBuffer>, Uint8Array<ArrayBuffer>>({
        transform(piece, controller): void {
          hear();
          controller.enqueue(piece);
        },
      }),
    );
    const { status, statusText, headers } = response;
    return new Response(body, { status, statusText, headers });
  };
}
