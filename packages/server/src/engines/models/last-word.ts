/**
 * Calls a provider. If the job is cancelled, lost or out of time, the call may still finish within `limitMs`, because
 * it is paid for and its answer tells what it used. A process that stops does not wait.
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
