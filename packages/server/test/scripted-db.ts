import type { Database, Transactor } from '#platform/db.ts';

// A database for unit tests of decisions that read a few rows: it knows no SQL. An answer belongs to every statement that
// contains its name, such as 'from job_holds'; the first that fits counts, and statements without one find nothing.

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

/** The same for code that chooses its way into the database. Everything is in one place, and writable. */
export const scriptedDatabase = (db: ScriptedDb): Database =>
  ({
    system: db,
    queue: db,
    tenant: () => db,
    state: { current: () => ({ writable: true }), onChange: () => undefined, outMs: () => 0 },
  }) as unknown as Database;
