import type { FastifyReply } from 'fastify';

/** Returns a signal for responses that wait. It aborts when the caller disconnects or the process stops. */
export function untilLeft({ raw }: FastifyReply, stopping: AbortSignal): Disposable & { signal: AbortSignal } {
  const gone = new AbortController();
  const leave = (): void => gone.abort();
  raw.once('close', leave);
  return {
    signal: AbortSignal.any([gone.signal, stopping]),
    [Symbol.dispose]: () => void raw.removeListener('close', leave),
  };
}
