import { mkdtemp, readFile, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join, resolve } from 'node:path';
import { errandJson } from '../../packages/cli/test/cli.ts';
import { openEmbeddedPostgres } from '../../packages/server/src/platform/embedded-postgres.ts';
import { type Harness, makeFolder, startHarness, type TestOrg } from '../../packages/server/test/harness.ts';
import { runSql, uploadCsv } from '../../packages/server/test/workspace/workspace.ts';

// Simulated transfers with labelled accounts (IBM AMLSim), from the table to the decisions of a playbook: the desk of
// docs/examples/transfers-desk is applied to a fresh organization, the shipped rules send alerts, and its agent reads
// each with the built-in model.

const DESK = resolve(import.meta.dirname, '../../docs/examples/transfers-desk');

type AmlFigures = {
  rows: number;
  labelled: number;
  alerts: number;
  cases: number;
  closed: number;
  failed: number;
  found: string;
  rates: Record<string, Rates>;
};
type Rates = { accounts: number; precision: number; recall: number };
type Alert = { id: string; case_id: string; rule: string; data: { finding: Finding } };
type DetectionRun = {
  state: string;
  problem: string | null;
  finished_at: string | null;
  row_count: number;
  findings: { rule: string; count: number }[];
};
type Finding = { account: string; counterparties: string[] };

export async function tellAmlsim(folder: string): Promise<void> {
  const dataDir = await mkdtemp(join(tmpdir(), 'errand-amlsim-'));
  const postgres = await openEmbeddedPostgres({ dataDir, purpose: 'server', log: () => undefined });
  process.env.ERRAND_TEST_DATABASE_URL = postgres.url;
  try {
    const { rates, ...counts } = await runAmlsim(folder);
    console.log(counts);
    console.table(rates);
  } finally {
    await postgres.stop();
    await rm(dataDir, { recursive: true, force: true });
  }
}

/** `folder` holds nodes.csv and transactions.csv. */
async function runAmlsim(folder: string): Promise<AmlFigures> {
  const harness = await startHarness();
  try {
    return await judge(harness, await harness.org({ name: 'AMLSim' }), folder);
  } finally {
    await harness.stop();
  }
}

async function judge(harness: Harness, org: TestOrg, folder: string): Promise<AmlFigures> {
  const read = (name: string): Promise<string> => readFile(join(folder, name), 'utf8');
  await uploadCsv(org, 'raw', await read('transactions.csv'));
  await runSql(
    org,
    `CREATE TABLE transfers AS SELECT sourceNodeId AS sender, targetNodeId AS receiver, value AS amount,
      TIMESTAMP '2026-01-01' + time * INTERVAL 1 DAY AS at FROM raw`,
  );
  const env = { ERRAND_URL: harness.baseUrl, ERRAND_API_KEY: org.apiKey, XDG_CONFIG_HOME: await makeFolder() };
  await errandJson(['apply', DESK], env);
  const [queue] = (await org.expect(200, 'GET', '/v1/case-queues/')).results;
  const { id } = await org.expect(201, 'POST', `/v1/case-queues/${queue.id}/detections/`, {});
  let run: DetectionRun;
  do run = await org.expect(200, 'GET', `/v1/case-detections/${id}/?wait=60`);
  while (run.finished_at === null);
  if (run.state !== 'done') throw new Error(`The detection run failed: ${run.problem}`);
  const alerts = await listAll<Alert>(org, '/v1/case-alerts/?');
  const runs = await awaitRuns(org, queue.playbook_id, alerts.length);
  const closed = new Set<string>((await listAll<{ id: string }>(org, '/v1/cases/?state=closed')).map(({ id }) => id));
  const truth = readLabelled(await read('nodes.csv'));
  return {
    rows: run.row_count,
    labelled: truth.size,
    alerts: alerts.length,
    cases: new Set(alerts.map(({ case_id: caseId }) => caseId)).size,
    closed: closed.size,
    failed: runs.filter(({ state }) => state === 'failed').length,
    found: run.findings.map(({ rule, count }) => `${rule} ${count}`).join(', '),
    rates: rateAll(alerts, closed, truth),
  };
}

/** What each way to read the alerts says of accounts. An alert names one; a case also those in its findings. */
function rateAll(alerts: Alert[], closed: Set<string>, truth: Set<string>): Record<string, Rates> {
  const left = alerts.filter(({ case_id: caseId }) => !closed.has(caseId));
  const named = (some: Alert[]) => new Set(some.map(({ data }) => data.finding.account));
  const together = (some: Alert[]) =>
    new Set(some.flatMap(({ data: { finding } }) => [finding.account, ...finding.counterparties]));
  const rate = (accounts: Set<string>): Rates => {
    const hits = accounts.intersection(truth).size;
    return { accounts: accounts.size, precision: hits / accounts.size, recall: hits / truth.size };
  };
  return {
    'by alert': rate(named(alerts)),
    'by alert, after the playbook': rate(named(left)),
    'by case': rate(together(alerts)),
    'by case, after the playbook': rate(together(left)),
  };
}

/** Accounts that take part in laundering. */
const readLabelled = (csv: string): Set<string> =>
  new Set(
    csv
      .split('\n')
      .slice(1)
      .map((line) => line.split(','))
      .flatMap(([account, isFraud]) => (isFraud === '1' ? [account!] : [])),
  );

async function awaitRuns(org: TestOrg, playbookId: string, count: number): Promise<{ state: string }[]> {
  for (;;) {
    const runs = await listAll<{ state: string }>(org, `/v1/playbooks/${playbookId}/runs/?`);
    if (runs.length >= count && runs.every(({ state }) => state !== 'running')) return runs;
    await new Promise((wake) => setTimeout(wake, 1_000));
  }
}

async function listAll<T>(org: TestOrg, path: string): Promise<T[]> {
  const found: T[] = [];
  for (let page = 1; ; page++) {
    const { results, next } = await org.expect(200, 'GET', `${path}&page_size=100&page=${page}`);
    found.push(...results);
    if (next === null) return found;
  }
}
