import type { Database, Transactor } from '#platform/db.ts';

// A fake database for unit tests of code that reads a few rows. It does not understand SQL: a statement gets the first
// answer whose name it contains, such as 'from job_holds', or no rows.

type Answer = object[] | number | ((values: unknown[], text: string) => object[] | number);
export type Sent = { text: string; values: unknown[] };
export type ScriptedDb = Transactor & {
  /** All statements, in their order. */
  sent: Sent[];
  /** The statements that contain this text. */
  sentTo(part: string): Sent[];
};

export function scriptedDb(answers: Record<string, Answer> = {}): ScriptedDb {
  const sent: Sent[] = [];
  function answerTo(text: string, values: unknown[]): object[] | number {
    sent.push({ text, values });
    const [, answer = []] = Object.entries(answers).find(([part]) => text.includes(part)) ?? [];
    return typeof answer === 'function' ? answer(values, text) : answer;
  }
  const db: ScriptedDb = {
    sent,
    sentTo: (part) => sent.filter(({ text }) => text.includes(part)),
    async query<Row>(text: string, values: unknown[] = []): Promise<Row[]> {
      const answer = answerTo(text, values);
      return (Array.isArray(answer) ? answer : []) as Row[];
    },
    async run(text, values = []) {
      const answer = answerTo(text, values);
      return Array.isArray(answer) ? answer.length : answer;
    },
    tx: (work) => work(db),
  };
  return db;
}

/** Wraps it for code that takes a `Database`. System, queue and tenants are the same, and writes always work. */
export const scriptedDatabase = (db: ScriptedDb): Database =>
  ({
    system: db,
    queue: db,
    tenant: () => db,
    state: { current: () => ({ writable: true }), onChange: () => undefined, outMs: () => 0 },
  }) as unknown as Database;
