import assert from 'node:assert/strict';
import { execFile } from 'node:child_process';
import { existsSync } from 'node:fs';
import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { test } from 'node:test';
import { promisify } from 'node:util';
import { makeFolder, startHarness, stopAtEnd } from '../harness.ts';
import { runSql, uploadCsv } from '../workspace/workspace.ts';

// The rules on transfers that strangers simulated, with labelled accounts: AMLSim's sample with 200 fan-in patterns.

const archive = join(process.env.ERRAND_CORPORA ?? '', 'transactions/20K_fanin200.tgz');
type Figures = { accounts: number; precision: number; recall: number };
const skip = existsSync(archive) ? false : 'ERRAND_CORPORA names no folder with transactions/20K_fanin200.tgz';

test('the shipped rules find simulated launderers, and their cases name more of them than their alerts', {
  skip,
}, async () => {
  const folder = await makeFolder();
  await promisify(execFile)('tar', ['xzf', archive, '-C', folder]);
  const read = (name: string): Promise<string> => readFile(join(folder, '20K_fanin200', name), 'utf8');
  const harness = stopAtEnd(await startHarness());
  const org = await harness.org({ name: 'AMLSim' });
  assert.equal((await uploadCsv(org, 'raw', await read('transactions.csv'))).status, 201);
  await runSql(
    org,
    `CREATE TABLE transfers AS SELECT sourceNodeId AS sender, targetNodeId AS receiver, value AS amount,
      TIMESTAMP '2026-01-01' + time * INTERVAL 1 DAY AS at FROM raw`,
  );
  const queue = await org.expect(201, 'POST', '/v1/case-queues/', {
    name: 'Laundering',
    join_rule: { by: ['account', 'network'], within_days: 30 },
  });
  await org.expect(200, 'PUT', `/v1/case-queues/${queue.id}/transactions/`, {
    table: 'transfers',
    columns: { at: 'at', from: 'sender', to: 'receiver', amount: 'amount' },
  });
  const { id } = await org.expect(201, 'POST', `/v1/case-queues/${queue.id}/detections/`, {});
  let run: any;
  do run = await org.expect(200, 'GET', `/v1/case-detections/${id}/?wait=60`);
  while (run.finished_at === null);
  assert.deepEqual([run.state, run.unusable_count], ['done', 0]);

  const labelled = new Set(
    (await read('nodes.csv'))
      .split('\n')
      .slice(1)
      .map((line) => line.split(','))
      .filter(([, isFraud]) => isFraud === '1')
      .map(([account]) => account!),
  );
  const alerts: any[] = [];
  for (let page = 1; alerts.length < run.alerts_created; page++)
    alerts.push(...(await org.expect(200, 'GET', `/v1/case-alerts/?page_size=100&page=${page}`)).results);
  const byAlert = new Set(alerts.map(({ data }) => data.finding.account as string));
  const rulesOf = Map.groupBy(alerts, ({ case_id: caseId }) => caseId as string);
  const agreeing = alerts.filter(
    ({ case_id: caseId }) => new Set(rulesOf.get(caseId)!.map(({ rule }) => rule)).size > 1,
  );
  const accountsOf = (some: any[]): Set<string> =>
    new Set(some.flatMap(({ data: { finding } }) => [finding.account, ...finding.counterparties] as string[]));
  const figures = (accounts: Set<string>): Figures => {
    const hits = [...accounts].filter((account) => labelled.has(account)).length;
    return { accounts: accounts.size, precision: hits / accounts.size, recall: hits / labelled.size };
  };
  const [alone, together, agreed] = [byAlert, accountsOf(alerts), accountsOf(agreeing)].map(figures) as [
    Figures,
    Figures,
    Figures,
  ];
  const cases = new Set(alerts.map(({ case_id: caseId }) => caseId)).size;
  const found = run.findings.map(({ rule, count }: any) => `${rule} ${count}`).join(', ');
  console.log(JSON.stringify({ rows: run.row_count, found, alerts: alerts.length, cases, alone, together, agreed }));
  assert.ok(alone.precision >= 0.85, `precision by alert ${alone.precision}`);
  assert.ok(together.recall > 2 * alone.recall, `recall by case ${together.recall}, by alert ${alone.recall}`);
});
