const LOOK_EVERY_MS = 200;
/** Less is the ordinary life of a busy machine. */
const STALL_MS = 300;

/** Notices when this process did not get its turn. The list grows until `stop`. */
export function watchStalls(): { stalls: { at: number; until: number }[]; stop(): void } {
  const stalls: { at: number; until: number }[] = [];
  let last = Date.now();
  const timer = setInterval(() => {
    const now = Date.now();
    if (now - last > LOOK_EVERY_MS + STALL_MS) stalls.push({ at: last, until: now });
    last = now;
  }, LOOK_EVERY_MS);
  return { stalls, stop: () => clearInterval(timer) };
}
