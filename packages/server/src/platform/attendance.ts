import { setTimeout as delay } from 'node:timers/promises';

export type Attendance = ReturnType<typeof createAttendance>;

/** Counts callers in flight, so that a shutdown can wait for them: `using _me = attendance.enter()`. */
export function createAttendance() {
  let present = 0;
  let onEmpty: () => void = () => undefined;
  return {
    enter(): Disposable {
      present += 1;
      return {
        [Symbol.dispose]() {
          present -= 1;
          if (present === 0) onEmpty();
        },
      };
    },
    /** Resolves when all callers have left, or at the time limit. */
    async idle(limitMs: number): Promise<void> {
      if (present === 0) return;
      const empty = new Promise<void>((resolve) => {
        onEmpty = resolve;
      });
      await Promise.race([empty, delay(limitMs, undefined, { ref: false })]);
    },
  };
}
