/** Finds the name that a mistyped one most likely means. A third of its letters may differ. */
export function nearestName(typed: string, names: readonly string[]): string | undefined {
  const wanted = typed.toLowerCase();
  const ranked = names
    .map((name) => ({ name, edits: countEdits(wanted, name.toLowerCase()) }))
    .filter(({ name, edits }) => edits <= Math.max(1, wanted.length / 3) || name.toLowerCase().startsWith(wanted))
    .sort((one, other) => one.edits - other.edits);
  return ranked[0]?.name;
}

/** Counts the letters to insert, delete or replace. */
function countEdits(one: string, other: string): number {
  let row = Array.from({ length: other.length + 1 }, (_, index) => index);
  for (const [at, letter] of [...one].entries()) {
    const next = [at + 1];
    for (let column = 1; column <= other.length; column++) {
      const isSame = letter === other[column - 1];
      next.push(Math.min(row[column]! + 1, next[column - 1]! + 1, row[column - 1]! + (isSame ? 0 : 1)));
    }
    row = next;
  }
  return row[other.length]!;
}
