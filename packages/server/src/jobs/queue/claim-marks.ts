// Tracks which claim numbers this process can know. With each heartbeat a process sends the claims that it runs and a
// mark: up to the mark, it runs exactly those claims and will run no other. So a queue row with such a claim number
// that is not in the list is an orphaned job: the answer to its claim was lost, or its end could not be written.

export type ClaimMarks = ReturnType<typeof createClaimMarks>;

export function createClaimMarks() {
  /** The highest number that PostgreSQL is known to have given out. Operations that begin now get higher ones. */
  let known = 0;
  const open = new Set<{ above: number }>();

  return {
    /** Notes an operation that may claim jobs for this process. Returns a function to call when it is over. */
    begin(): () => void {
      const operation = { above: known };
      open.add(operation);
      return () => void open.delete(operation);
    },
    learn(number: number): void {
      known = Math.max(known, number);
    },
    /** Starts over on another server: its numbers may be lower if the old server lost the last ones. */
    forget(): void {
      known = 0;
    },
    mark: (): number => Math.min(known, ...[...open].map(({ above }) => above)),
  };
}
