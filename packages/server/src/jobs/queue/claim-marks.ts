// Which claim numbers this process could know of. What it runs is told with a mark: of its claims up to the mark it runs
// exactly those that it names, and will run no other. So a row that carries such a number and is not named is run by
// nobody: the answer to its claim was lost, or its end could not be written.

export type ClaimMarks = ReturnType<typeof createClaimMarks>;

export function createClaimMarks() {
  /** The highest number that PostgreSQL is known to have given out. What begins now gets higher ones. */
  let known = 0;
  const open = new Set<{ above: number }>();

  return {
    /** Something begins that may give this process claims. Returns what tells that no more come from it. */
    begin(): () => void {
      const operation = { above: known };
      open.add(operation);
      return () => void open.delete(operation);
    },
    learn(number: number): void {
      known = Math.max(known, number);
    },
    /** On another server the numbers may be lower, if the last ones were lost with the old one. */
    forget(): void {
      known = 0;
    },
    mark: (): number => Math.min(known, ...[...open].map(({ above }) => above)),
  };
}
