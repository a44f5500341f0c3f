import { createRandom } from '../../../../eval/generate/random.ts';
import type { ModelReply } from '../model-server/replies.ts';
import { claim, type ModelCases } from '../policies/model-cases.ts';
import { getJob, startJob } from '../runs.ts';
import { until } from '../until.ts';

// Cases with many transactions and one row that matters, at a random place. Models query well, badly and not at all, and
// the built-in model has none. None may let the case through without a word, and none may stop a case that has no such row
// after it was read well.

export const readers = ['well', 'badly', 'not at all', 'built-in'] as const;
export type Reader = (typeof readers)[number];

export type Ended = {
  reader: Reader;
  seed: number;
  /** The row that matters, or undefined if the case has none. */
  row: number | undefined;
  verdict: string;
  /** What the result says of its weakness. */
  told: string[];
  seconds: number;
};

const wire = {
  title: 'Wire to a sanctioned country',
  description: 'A wire transfer to North Korea.',
  flag: 'RED_FLAG',
};
const listed = {
  title: 'Customer on a sanctions list',
  description: 'The customer is on a sanctions list.',
  flag: 'RED_FLAG',
};

/** Stands beside the transactions, after the last of them. */
const REMARKS = 'The customer is on the sanctions list.';

const contentOf = (rules: unknown[]) => ({
  guidelines: { categories: [{ title: 'Payments', rules }] },
  dispositions: {
    classifications: [
      { name: 'close_no_action', description: 'Nothing was found.' },
      { name: 'manual_review', description: 'A person has to look.' },
      { name: 'file_sar', description: 'A red flag is hit.' },
    ],
  },
});

const LIMIT_MS = 1_800_000;

const COUNTED = 'select count(*) as n, max(country) as c from transaction_data';
const GROUPED = 'select kind, country, count(*) as n from transaction_data group by kind, country';

export async function runCaseOf(
  cases: ModelCases,
  given: { reader: Reader; seed: number; rows: number; isClean: boolean },
): Promise<Ended> {
  const { reader, seed, rows, isClean } = given;
  const row = isClean ? undefined : createRandom(seed).integer(1, rows);
  const config = reader === 'built-in' ? { model: 'baseline', baseline_verdicts: true } : {};
  const { model, agent } = await cases.newCase('AMLInvestigationEngine', config, contentOf([wire]));
  if (reader !== 'built-in') await cases.models.script(model, ...scriptOf(reader, row));
  const transactions = JSON.stringify(makeTransactions(seed, rows, row));
  return { reader, seed, row, ...(await decide(cases, agent.id, transactions)) };
}

/** The same with quiet transactions, and a remark beside them that matters. */
export async function runRemarksOf(
  cases: ModelCases,
  { reader, seed, rows }: { reader: Reader; seed: number; rows: number },
): Promise<Outcome> {
  const config = reader === 'built-in' ? { model: 'baseline', baseline_verdicts: true } : {};
  const { model, agent } = await cases.newCase('AMLInvestigationEngine', config, contentOf([listed]));
  if (reader !== 'built-in') await cases.models.script(model, ...scriptOfRemarks(reader));
  const transactions = { transactions: makeTransactions(seed, rows, undefined), remarks: REMARKS };
  return decide(cases, agent.id, JSON.stringify(transactions));
}

type Outcome = Pick<Ended, 'verdict' | 'told' | 'seconds'>;

async function decide(cases: ModelCases, agentId: string, transactions: string): Promise<Outcome> {
  const startedAt = performance.now();
  const jobId = await startJob(cases.org, agentId, {
    alert_data: 'Look at the payments of this customer.',
    transaction_data: transactions,
  });
  // The whole job has all its rows in it, so only its status is asked for.
  const path = `/v1/agents/jobs/${jobId}/status/`;
  await until(
    async () => (await cases.org.expect(200, 'GET', path)).status >= 3 || undefined,
    'the end of the case',
    LIMIT_MS,
  );
  const job = await getJob(cases.org, jobId);
  const seconds = (performance.now() - startedAt) / 1_000;
  if (job.status_code !== 3) return { verdict: 'failed', told: [job.error_message], seconds };
  const { verdict, unsupported_reasons: told = [] } = JSON.parse(job.outputs[0].value).aml_analysis;
  return { verdict, told, seconds };
}

/** Returns what is wrong with it, or undefined. */
export function findFault({ reader, row, verdict, told }: Ended): string | undefined {
  if (row !== undefined && verdict === 'close_no_action') return 'It was let through in spite of its row.';
  if (row !== undefined && verdict === 'manual_review' && told.length === 0) return 'It was held without a word.';
  if (row !== undefined && (reader === 'well' || reader === 'built-in') && verdict !== 'file_sar')
    return 'The row that matters was not found.';
  if (row === undefined && (reader === 'well' || reader === 'built-in') && verdict !== 'close_no_action')
    return 'A case without such a row was stopped although it was read well.';
  if (row === undefined && (reader === 'badly' || reader === 'not at all') && told.length === 0)
    return 'It was read in part, and nothing says so.';
  return verdict === 'failed' ? told.join(' ') : undefined;
}

/** Transactions of a quiet customer, some of them wires, none of them to the country of the rule. */
function makeTransactions(seed: number, count: number, row: number | undefined): unknown[] {
  const random = createRandom(seed + 1_000);
  return Array.from({ length: count }, (_, index) =>
    index + 1 === row
      ? { id: `T-${index + 1}`, kind: 'wire transfer', country: 'KP', amount: 4_800 }
      : {
          id: `T-${index + 1}`,
          kind: random.pick(['card', 'card', 'card', 'direct debit', 'wire transfer']),
          country: random.pick(['DE', 'FR', 'AT', 'NL']),
          amount: random.integer(5, 900),
        },
  );
}

const nothing = { json: { findings: [claim('R1', false, 'Look at the payments of this customer.')] } };
const close = { json: { verdict: 'close_no_action', reasoning: 'Nothing was found.', rests_on: ['R1'] } };
/** Whatever a model is asked again, it says the same. */
const stubborn = [nothing, nothing, nothing, close, close, close];
const query = (sql: string) => ({ tools: [{ name: 'query_tables', input: { sql } }] });

/** A model that reads well quotes the remark. The others close the case. */
function scriptOfRemarks(reader: Reader): ModelReply[] {
  if (reader === 'not at all') return [{ text: 'done' }, ...stubborn];
  if (reader === 'badly') return [query(COUNTED), { text: 'done' }, ...stubborn];
  return [
    query(GROUPED),
    { text: 'done' },
    { json: { findings: [claim('R1', true, REMARKS, '$REF_2$')] } },
    { json: { verdict: 'file_sar', reasoning: 'The remark says so.', rests_on: ['R1'] } },
  ];
}

/** What a model of each kind says. Those that do not look say that nothing is there. */
function scriptOf(reader: Reader, row: number | undefined): ModelReply[] {
  if (reader === 'not at all') return [{ text: 'done' }, ...stubborn];
  if (reader === 'badly') return [query(COUNTED), { text: 'done' }, ...stubborn];
  if (row === undefined) return [query(GROUPED), { text: 'done' }, nothing, close];
  const found = `{"id":"T-${row}","kind":"wire transfer","country":"KP","amount":4800}`;
  const hit = { ...claim('R1', true, ''), evidence: [{ reference: '$REF_5$', quote: found }] };
  return [
    query(GROUPED),
    query(`select id, kind, country, amount from transaction_data where country = 'KP'`),
    { text: 'done' },
    { json: { findings: [hit] } },
    { json: { verdict: 'file_sar', reasoning: 'A wire went there.', rests_on: ['R1'] } },
  ];
}
