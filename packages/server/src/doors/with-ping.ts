/** Proxies cut silent connections, and clients give them up; a byte that means nothing keeps them open. */
const PING_MS = 15_000;

/** Undefined when nothing came for a while. */
export function withPing<T>(next: Promise<T>): Promise<T | undefined> {
  let timer: NodeJS.Timeout;
  const silent = new Promise<undefined>((resolve) => {
    timer = setTimeout(() => resolve(undefined), PING_MS);
  });
  return Promise.race([next, silent]).finally(() => clearTimeout(timer));
}
