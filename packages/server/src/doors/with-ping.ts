/** Proxies and clients close silent connections. A meaningless byte keeps them open. */
const PING_MS = 15_000;

/** Resolves to undefined if `next` has not settled when a ping is due. */
export function withPing<T>(next: Promise<T>): Promise<T | undefined> {
  let timer: NodeJS.Timeout;
  const silent = new Promise<undefined>((resolve) => {
    timer = setTimeout(() => resolve(undefined), PING_MS);
  });
  return Promise.race([next, silent]).finally(() => clearTimeout(timer));
}
