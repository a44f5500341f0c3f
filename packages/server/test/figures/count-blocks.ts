import { type Db, PLANNED_ANEW } from '#platform/db.ts';

/** Does what `db` does, and adds up the blocks that its queries touch: a measure of work that no busy machine changes. */
export function countBlocks(db: Db): Db & { blocks(): number } {
  let touched = 0;
  return {
    async query<Row extends object>(text: string, values?: unknown[]): Promise<Row[]> {
      const bare = text.startsWith(PLANNED_ANEW) ? text.slice(PLANNED_ANEW.length) : text;
      const explained = await db.query<Record<string, unknown>>(
        `${PLANNED_ANEW}explain (analyze, buffers, format json) ${bare}`,
        values,
      );
      const [{ Plan: plan }] = explained[0]!['QUERY PLAN'] as [{ Plan: Record<string, number> }];
      touched += plan['Shared Hit Blocks']! + plan['Shared Read Blocks']!;
      return db.query<Row>(text, values);
    },
    run: (text, values) => db.run(text, values),
    blocks: () => touched,
  };
}
