import assert from 'node:assert/strict';
import { mkdtemp, readFile, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { after, test } from 'node:test';
import { type Harness, startHarness, type TestOrg, until } from '../../../server/test/harness.ts';
import { uploadCsv } from '../../../server/test/workspace/workspace.ts';
import { errand, errandJson } from '../../test/cli.ts';

// The case desk as code: one organization exports how its desk is set up, and another one applies it.

const harness: Harness = await startHarness({});
const folder = await mkdtemp(join(tmpdir(), 'errand-desk-'));
const files = join(folder, 'files');
after(async () => {
  await harness.stop();
  await rm(folder, { recursive: true, force: true });
});

const env = (org: TestOrg): NodeJS.ProcessEnv => ({
  ERRAND_URL: harness.baseUrl,
  ERRAND_API_KEY: org.apiKey,
  XDG_CONFIG_HOME: folder,
});
const payments = 'id,at,sender,receiver,amount\n1,2026-03-27T10:00:00,A,B,900\n';
const customers = 'id,name\n17,Jane Roe\n';
const clock = { name: 'Report', from: 'detection', hours: 72, calendar: { time_zone: 'Europe/Berlin' } };

async function setUp(org: TestOrg): Promise<void> {
  const agent = await org.expect(201, 'POST', '/v1/agents/', {
    name: 'First look',
    input_definitions: [{ key: 'text', data_type: 'text/plain', description: '' }],
    engine_class_id: 'TemplateEngine',
    engine_config: { template: '${text}' },
  });
  const policy = await org.expect(201, 'POST', '/v1/policies/', { name: 'Rules', content: {} });
  const playbook = await org.expect(201, 'POST', '/v1/playbooks/', {
    name: 'Payments, first look',
    version_name: 'one step',
    content: {
      steps: [{ name: 'look', agent_id: agent.id, inputs: { text: '${alert.rule}' }, then: 'close' }],
      auto_close: { outcomes: ['approved'], policy_id: policy.id, sample_rate: 0.1 },
    },
  });
  const gate = { min_cases: 20, max_wrong_share: 0.02 };
  await org.expect(200, 'PUT', `/v1/playbooks/${playbook.id}/gate/`, gate);
  const list = await org.expect(201, 'POST', '/v1/screening-lists/', { name: 'Own list', description: 'By hand' });
  const queue = await org.expect(201, 'POST', '/v1/case-queues/', {
    name: 'Payments',
    join_rule: { by: ['account'], within_days: 30 },
    clocks: [clock],
    reason_codes: ['no_suspicion'],
    four_eyes: { outcomes: ['report'] },
    playbook_id: playbook.id,
    retention_days: 3_650,
  });
  await org.expect(200, 'PUT', '/v1/case-templates/house/', { sections: [{ key: 'facts', title: 'Facts' }] });
  await uploadCsv(org, 'payments', payments);
  await uploadCsv(org, 'customers', customers);
  await org.expect(200, 'PUT', `/v1/case-queues/${queue.id}/transactions/`, {
    table: 'payments',
    columns: { id: 'id', at: 'at', from: 'sender', to: 'receiver', amount: 'amount' },
    rules: { fan_in: { accounts: 4, days: 3, times_usual: 2 }, cycle: null },
  });
  await org.expect(201, 'POST', '/v1/screening-watches/', {
    name: 'Customers',
    lists: [list.id],
    threshold: 0.9,
    every_hours: 24,
    queue_id: queue.id,
    source: { table: 'customers', columns: { id: 'id', name: 'name' } },
  });
  await org.expect(201, 'POST', '/v1/triggers/', {
    name: 'Round sums',
    kind: 'http',
    case_queue_id: queue.id,
    mapping: { subject: { kind: 'person', name: '${event.body.name}', identifiers: {} } },
  });
}

test('a case desk goes to a fresh organization in files: queue, playbook, clocks, screening, transactions and door', async () => {
  const [source, target] = [await harness.org(), await harness.org()];
  await setUp(source);
  const written = (await errandJson(['export', files], env(source))).files;
  assert.deepEqual(written, [
    'policies/rules.yaml',
    'agents/first-look.yaml',
    'playbooks/payments-first-look.yaml',
    'report-templates/house.yaml',
    'screening-lists/own-list.yaml',
    'case-queues/payments.yaml',
    'screening-watches/customers.yaml',
    'triggers/round-sums.yaml',
  ]);
  const texts: string[] = await Promise.all(written.map((file: string) => readFile(join(files, file), 'utf8')));
  assert.doesNotMatch(texts.join(''), /[0-9a-f]{8}-[0-9a-f]{4}-7/, 'files have no ids');
  assert.doesNotMatch(texts.join(''), /retention_days/);
  assert.equal((await errand(['diff', files], env(source))).stdout, 'Nothing differs.\n');

  const early = await errandJson(['apply', files], env(target));
  assert.match(early.notes[0], /case-queues\/payments\.yaml: the organization has no table payments/);
  assert.match(early.notes[1], /screening-watches\/customers\.yaml: .* no table customers/);
  assert.equal((await errand(['diff', files], env(target))).code, 1, 'what waits for a table still differs');
  await uploadCsv(target, 'payments', payments);
  await uploadCsv(target, 'customers', customers);
  assert.deepEqual((await errandJson(['apply', files], env(target))).notes, []);
  assert.equal((await errand(['diff', files], env(target))).stdout, 'Nothing differs.\n');

  const [queue] = (await target.expect(200, 'GET', '/v1/case-queues/')).results;
  const [playbook] = (await target.expect(200, 'GET', '/v1/playbooks/')).results;
  const [watch] = (await target.expect(200, 'GET', '/v1/screening-watches/')).results;
  const [trigger] = (await target.expect(200, 'GET', '/v1/triggers/')).results;
  assert.deepEqual([queue.playbook_id, watch.queue_id, trigger.case_queue_id], [playbook.id, queue.id, queue.id]);
  assert.deepEqual(queue.clocks, [clock]);
  const { rules } = await target.expect(200, 'GET', `/v1/case-queues/${queue.id}/transactions/`);
  assert.deepEqual([rules.fan_in.accounts, rules.cycle], [4, null]);
  const version = await target.expect(
    200,
    'GET',
    `/v1/playbooks/${playbook.id}/versions/${playbook.current_version_id}/`,
  );
  const [agent] = (await target.expect(200, 'GET', '/v1/agents/')).results;
  assert.equal(version.content.steps[0].agent_id, agent.id);
});

test('an edited playbook becomes a version that waits: behind a gate for its rehearsal, without one for --promote', async () => {
  const org = await harness.org();
  await setUp(org);
  const file = join(files, 'playbooks', 'payments-first-look.yaml');
  const before = await readFile(file, 'utf8');
  await writeFile(file, before.replace('sample_rate: 0.1', 'sample_rate: 0.5'));
  const held = await errandJson(['apply', files, '--promote'], env(org));
  assert.match(held.notes[0], /held by its gate\. Rehearse it .*errand playbooks set-current \S+ \S+\.$/);
  assert.deepEqual((await errandJson(['apply', files, '--promote'], env(org))).notes, held.notes);
  await writeFile(file, before.replace('sample_rate: 0.1', 'sample_rate: 0.5').replace(/gate:[\s\S]*/, 'gate: null\n'));
  const staged = await errandJson(['apply', files], env(org));
  assert.match(staged.notes[0], /waits\. Make it current with errand playbooks set-current \S+ \S+ --expected-current/);
  await errandJson(['apply', files, '--promote'], env(org));
  assert.equal((await errand(['diff', files], env(org))).stdout, 'Nothing differs.\n');
  const [{ id }] = (await org.expect(200, 'GET', '/v1/playbooks/')).results;
  assert.equal((await org.expect(200, 'GET', `/v1/playbooks/${id}/versions/`)).count, 2);
});

test('a queue that names a playbook nobody has is refused before anything changes', async () => {
  const org = await harness.org();
  const file = join(files, 'case-queues', 'other.yaml');
  await writeFile(file, 'kind: case_queue\nname: Other\nplaybook: playbook:nobody\n');
  const { code, stderr } = await errand(['apply', files], env(org));
  await rm(file);
  assert.equal(code, 2);
  assert.match(stderr, /case-queues\/other\.yaml: playbook:nobody is neither/);
  assert.equal((await org.expect(200, 'GET', '/v1/case-queues/')).count, 0);
});

test('the desk of the examples works as it stands: a fan-in alone closes, repeated payments are left to people', async () => {
  const org = await harness.org();
  await uploadCsv(org, 'transfers', 'sender,receiver,amount,at\nA,B,900,2026-03-27T10:00:00\n');
  const example = join(import.meta.dirname, '../../../../docs/examples/transfers-desk');
  assert.deepEqual((await errandJson(['apply', example], env(org))).notes, []);
  assert.equal((await errand(['diff', example], env(org))).stdout, 'Nothing differs.\n');
  const send = (rule: string): Promise<any> =>
    org.expect(201, 'POST', '/v1/case-alerts/', {
      queue: 'Laundering',
      external_id: rule,
      subject: { kind: 'account', name: rule, identifiers: { account: rule } },
      rule,
      detected_at: new Date().toISOString(),
    });
  const [alone, repeated] = [await send('fan_in'), await send('repeated')];
  const [{ id }] = (await org.expect(200, 'GET', '/v1/playbooks/')).results;
  await until(async () => {
    const { results } = await org.expect(200, 'GET', `/v1/playbooks/${id}/runs/`);
    return results.length === 2 && results.every(({ state }: any) => state === 'done');
  }, 'the runs to end');
  const read = (caseId: string): Promise<any> => org.expect(200, 'GET', `/v1/cases/${caseId}/`);
  const { state, outcome } = await read(alone.case_id);
  assert.deepEqual([state, outcome], ['closed', 'no_report']);
  assert.equal((await read(repeated.case_id)).state, 'open');
});
