/** Waits until no claim is being prepared and `isDone` returns true. */
export function createIdle(isDone: () => boolean) {
  let working = 0;
  let waiters: (() => void)[] = [];
  const isIdle = (): boolean => working === 0 && isDone();
  function settle(): void {
    if (!isIdle()) return;
    for (const resolve of waiters) resolve();
    waiters = [];
  }
  return {
    isIdle,
    settle,
    begin(): () => void {
      working += 1;
      return () => {
        working -= 1;
        settle();
      };
    },
    wait: (): Promise<void> => (isIdle() ? Promise.resolve() : new Promise<void>((resolve) => waiters.push(resolve))),
  };
}
