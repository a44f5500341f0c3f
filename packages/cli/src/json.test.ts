import assert from 'node:assert/strict';
import { fork } from 'node:child_process';
import { once } from 'node:events';
import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { after, before, test } from 'node:test';
import type { Command } from 'commander';
import { testEngines } from '../../server/test/engines.ts';
import { type Harness, startHarness, type TestOrg, until } from '../../server/test/harness.ts';
import type { Printed } from '../test/run-many.ts';
import { createProgram } from './program.ts';

// Tests --json of every command, as a table: one object on stdout and nothing else.

/** Why a command is not in the table. */
const without: Record<string, string> = {
  serve: 'goes on until it is stopped: serve.test.ts',
  mcp: 'speaks JSON-RPC on standard output',
  'webhooks listen': 'prints one object per event: client/listen.test.ts',
  login: 'reads a key from standard input: client/commands.test.ts',
  logout: 'the same',
  'secrets set': 'reads the value from standard input: commands.test.ts',
  'db import': 'needs an empty database: transfer.test.ts',
  'db export': 'the same',
  'backup manifest': 'needs the storage of the server: recovery.test.ts',
  'restore check': 'the same',
  'restore adopt': 'the same',
  'backup base': 'needs the embedded PostgreSQL: point-in-time.test.ts',
  'backup point': 'the same',
  'restore base': 'the same',
  'connections test': 'needs somebody to reach: connections/routes.test.ts',
  'connections delete': 'comes after what uses it: the connection of the table is in use',
  'secrets rotate': 'commands.test.ts',
  'knowledge discard': 'needs a second proposal: commands/knowledge.test.ts',
  'knowledge unlink': 'the same file',
  'knowledge import': 'needs the lens: the same file',
  'workers drain': 'stops the worker of this test: commands.test.ts',
  'workers resume': 'the same',
  'user link': 'needs a sign-in provider',
  'jobs requeue': 'needs a job that is stuck: commands.test.ts',
  'webhooks trigger': 'needs somebody to reach: webhooks.test.ts',
  doctor: 'ends with 1 where something is missing: doctor.test.ts',
  'session end': 'ends what others of the table use: commands.test.ts',
};

let harness: Harness;
let org: TestOrg;
let folder: string;
let child: ReturnType<typeof fork>;

before(async () => {
  harness = await startHarness({ engines: testEngines });
  org = await harness.org();
  folder = await mkdtemp(join(tmpdir(), 'errand-json-'));
  const env = {
    PATH: process.env.PATH,
    ERRAND_URL: harness.baseUrl,
    ERRAND_API_KEY: org.apiKey,
    XDG_CONFIG_HOME: folder,
    DATABASE_URL: harness.databaseUrl,
    ERRAND_DATA_DIR: folder,
  };
  child = fork(new URL('../test/run-many.ts', import.meta.url), { env, execArgv: [] });
});
after(async () => {
  child.disconnect();
  await harness.stop();
  await rm(folder, { recursive: true });
});

async function runBare(argv: readonly string[]): Promise<Printed> {
  child.send([...argv, '--json']);
  const [printed] = (await once(child, 'message')) as [Printed];
  return printed;
}

async function runJson(argv: string[]): Promise<any> {
  const { code, stdout, stderr } = await runBare(argv);
  const said = `errand ${argv.join(' ')} --json: ${code}, ${stdout.slice(0, 300)}, ${stderr.slice(0, 300)}`;
  assert.ok(stdout.endsWith('\n') && !stdout.trimEnd().includes('\n'), said);
  const value = JSON.parse(stdout);
  assert.ok(typeof value === 'object' && value !== null && !Array.isArray(value), said);
  assert.equal(code, 0, said);
  return value;
}

function leavesOf(command: Command, path: string[] = []): string[] {
  if (command.commands.length === 0) return [path.join(' ')];
  return command.commands.flatMap((one) => leavesOf(one, [...path, one.name()]));
}

test('every command prints one JSON object with --json', async () => {
  const post = async (path: string, body: object) => {
    const answer = await org.request('POST', path, body);
    assert.ok(answer.status < 300, answer.text);
    return answer.body;
  };
  const inputs = [{ key: 'name', data_type: 'text/plain', description: '' }];
  const letter = await post('/v1/agents/', {
    ...{ name: 'Letter', engine_class_id: 'TemplateEngine', input_definitions: inputs },
    engine_config: { template: 'Dear ${name}' },
  });
  const { id: connection_id } = await post('/v1/connections/', {
    // A private address, to which nothing is ever sent.
    ...{ connector_type: 'custom_api', name: 'Nowhere', config: { base_url: 'https://127.0.0.1' } },
  });
  const second = await post(`/v1/agents/${letter.id}/versions/`, {
    engine_config: { template: 'Hello ${name}' },
    post_actions: [
      { name: 'Tell', connection_id, operation: 'request', trigger_on: [3], param_mappings: { path: '/' } },
    ],
  });
  const policy = await post('/v1/policies/', { name: 'Rules', content: { instructions: 'One.' } });
  const rules = await post(`/v1/policies/${policy.id}/versions/`, {
    content: { instructions: 'Two.' },
    base_version_id: policy.current_version_id,
  });
  await post('/v1/webhooks/', { name: 'Ops', url: 'https://example.org/hook', agent_ids: [letter.id] });
  const request = JSON.stringify({ kind: 'question', title: 'Really?', options: ['yes', 'no'] });
  await post('/v1/agents/', { name: 'Asking', engine_class_id: 'WaitEngine', engine_config: { request } });
  const rows = join(folder, 'rows.csv');
  await writeFile(rows, 'who\nAda\nGrace\n');
  const connection = join(folder, 'connection.json');
  const auth_config = { access_key_id: 'a', secret_access_key: 'b' };
  const config = { bucket: 'team-files', endpoint: 'https://example.org' };
  await writeFile(connection, JSON.stringify({ connector_type: 's3', name: 'Files', config, auth_config }));
  const { id: keyId } = await runJson(['key', 'create', '--org', org.orgId, '--name', 'Table', '--role', 'viewer']);
  const { id: userId } = await runJson(['user', 'create', '--email', 'ada@example.org', '--password', 'difference']);
  const { id: orgId } = await runJson(['org', 'create', 'Table']);
  const limits = ['--lane', 'batch', '--deadline', '3600', '--priority', 'low', '--max-cost', '0.5'];
  const { id: jobId } = await runJson(['run', 'Letter', 'name=Ada', ...limits]);
  const asked = (await runJson(['run', 'Asking', '--detach'])).job_id;
  const other = (await runJson(['run', 'Asking', '--detach'])).job_id;
  const waitId = await until(async () => (await runJson(['waits', 'list', '--job', other])).waits[0]?.id, 'the wait');
  const agent = ['--agent', 'Letter'];
  const budget = await runJson(['budgets', 'set', '5000', '--per', 'month']);

  /** The order matters: objects are created first, then read, then removed. */
  const table: Record<string, string[]> = {
    profiles: [],
    run: ['Letter', 'name=Grace'],
    batch: [rows, ...agent, '--map', 'who=name'],
    'jobs list': [],
    'jobs get': [jobId],
    'jobs watch': [jobId],
    'jobs logs': [jobId],
    'jobs retry': [jobId, '--input', 'name=Grace'],
    'jobs compare': [jobId, jobId],
    'jobs bulk': ['export', '--query', 'status:success', '--yes'],
    'jobs bulk-status': [],
    'jobs errors': [],
    'jobs actions': [jobId],
    'jobs resend': [jobId, 'Tell'],
    'agents list': [],
    'agents get': ['Letter'],
    'agents versions': ['Letter'],
    'agents diff': ['Letter', second.id],
    'agents promote': ['Letter', second.id],
    'policies list': [],
    'policies get': ['Rules'],
    'policies versions': ['Rules'],
    'policies diff': ['Rules', rules.id],
    'policies promote': ['Rules', rules.id],
    'connections create': [connection],
    'connections list': [],
    'connections get': ['Files'],
    'demo create': [],
    'demo remove': [],
    'knowledge create': ['Acme Pay', '--brief', 'Payouts of a marketplace to new bank accounts.'],
    'knowledge list': [],
    'knowledge catalog': [],
    'knowledge select': ['Acme Pay', 'money-mule=core', 'account-takeover'],
    'knowledge feedback': ['Acme Pay', 'No cash.'],
    'knowledge accept': ['Acme Pay'],
    'knowledge get': ['Acme Pay'],
    'knowledge finalize': ['Acme Pay', '--name', 'Payouts'],
    'knowledge sync': ['Payouts'],
    'knowledge delete': ['Payouts'],
    'budgets set': ['1000', ...agent],
    'budgets list': [],
    'budgets alerts': [],
    'budgets delete': [budget.id],
    'schedules create': ['Daily', ...agent, '--cron', '0 7 * * *', 'name=Ada'],
    'schedules list': [],
    'schedules get': ['Daily'],
    'schedules next': ['Daily'],
    'schedules run': ['Daily'],
    'schedules disable': ['Daily'],
    'schedules enable': ['Daily'],
    'schedules delete': ['Daily'],
    'triggers create': ['Orders', ...agent, '--map', 'name=${event.body.name}'],
    'triggers list': [],
    'triggers get': ['Orders'],
    'triggers test': ['Orders', '{"body": {"name": "Ada"}}'],
    'triggers disable': ['Orders'],
    'triggers enable': ['Orders'],
    'triggers rotate': ['Orders'],
    'triggers delete': ['Orders'],
    'waits list': [],
    'waits get': [waitId],
    'waits link': [waitId],
    'waits answer': [waitId, 'yes'],
    'jobs cancel': [asked],
    'webhooks create': ['Second', 'https://example.org/second'],
    'webhooks list': [],
    'webhooks get': ['Ops'],
    'webhooks delete': ['Second'],
    sql: ['SELECT 1 AS one'],
    'sql limits': ['--org', org.orgId],
    export: [join(folder, 'export')],
    diff: [join(folder, 'export')],
    apply: [join(folder, 'export')],
    'gen types': [],
    completion: ['bash'],
    'org create': ['Another'],
    'org list': [],
    'org update': [orgId, '--name', 'Renamed'],
    'org pause': [orgId],
    'org resume': [orgId],
    'key create': ['--org', org.orgId],
    'key list': [],
    'key revoke': [keyId],
    'user create': ['--email', 'grace@example.org', '--password', 'nanosecond'],
    'user list': [],
    'user password': ['--email', 'grace@example.org', '--password', 'nanoseconds'],
    'token create': ['--user', String(userId)],
    'session list': ['--user', String(userId)],
    'user remove': ['--user', String(userId)],
    'secrets list': ['--org', org.orgId],
    'secrets delete': ['TOKEN', '--org', org.orgId],
    'credits grant': ['5', '--org', orgId],
    'workers list': [],
    'archive status': [],
    'archive run': ['--after-months', '2'],
    'archive verify': ['--quick'],
    migrate: [],
  };
  const leaves = leavesOf(createProgram());
  const named = new Set([...Object.keys(table), ...Object.keys(without)]);
  // A command that is not in the table may need arguments. Then its error is an object.
  for (const path of leaves.filter((one) => !named.has(one))) {
    const { stdout, stderr } = await runBare(path.split(' '));
    assert.equal(typeof JSON.parse(stdout || stderr), 'object', path);
  }
  assert.deepEqual(
    [...named].filter((path) => path !== 'sql' && !leaves.includes(path)),
    [],
    'a line without a command',
  );
  await org.request('PUT', '/v1/secrets/TOKEN/', { value: 'x' });
  const failures: string[] = [];
  for (const [path, args] of Object.entries(table))
    await runJson([...path.split(' '), ...args]).catch((error) => failures.push(String(error.message).split('\n')[0]!));
  assert.deepEqual(failures, []);
});

test('errors with --json are one object on stderr, with the exit code', async () => {
  for (const [argv, code] of [
    [['agents', 'get', 'Nobody'], 4],
    [['jobs', 'gte'], 2],
    [['agents', 'list', '--colour'], 2],
    [['run', 'Letter', 'name'], 2],
    [['run', 'Letter', 'name=Ada', '--lane', 'batch', '--deadline', '5'], 2],
    [['run', 'Letter', 'name=Ada', '--lane', 'fast'], 2],
  ] as const) {
    const printed = await runBare(argv);
    assert.deepEqual([printed.code, printed.stdout], [code, ''], argv.join(' '));
    assert.equal(typeof JSON.parse(printed.stderr).message, 'string', printed.stderr);
  }
});
