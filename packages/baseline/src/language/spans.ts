// Parts of a text, by offsets.

export type Span = { start: number; end: number };

/** A value that could belong to a field. */
export type Candidate = Span & {
  value: string | number;
  /** How much it looks like this kind of value, regardless of labels. */
  trust: number;
};

/** Returns the spans that do not overlap the taken ones, in one pass over the text, because both lists may be long. */
export function without<T extends Span>(spans: T[], taken: Span[], length: number): T[] {
  const cover = createCover(length);
  for (const span of taken) cover.add(span);
  return spans.filter((span) => !cover.touches(span));
}

export function createCover(length: number): { add(span: Span): void; touches(span: Span): boolean } {
  const covered = new Uint8Array(length);
  return {
    add: ({ start, end }) => void covered.fill(1, start, end),
    touches: ({ start, end }) => covered.subarray(start, end).includes(1),
  };
}
