/**
 * Makes a call to a provider. One that is paid for is heard to its end when its job is cancelled, lost or out of time:
 * its answer tells what it used, which is billed. A process that stops does not wait.
 */
export async function hearOut<T>(
  signal: AbortSignal,
  call: (signal: AbortSignal) => Promise<T>,
  limitMs: number,
): Promise<T> {
  signal.throwIfAborted();
  const patient = new AbortController();
  let timer: NodeJS.Timeout | undefined;
  const end = (): void => patient.abort(signal.reason);
  const leave = (): void => {
    if (signal.reason === 'stopping') end();
    else timer = setTimeout(end, limitMs).unref();
  };
  signal.addEventListener('abort', leave, { once: true });
  try {
    return await call(patient.signal);
  } finally {
    signal.removeEventListener('abort', leave);
    clearTimeout(timer);
  }
}
