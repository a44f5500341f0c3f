import assert from 'node:assert/strict';
import { mkdtemp, readFile, rm, stat, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { after, before, test } from 'node:test';
import { testEngines } from '../../../server/test/engines.ts';
import { type Harness, startHarness, type TestOrg, until } from '../../../server/test/harness.ts';
import { errand, errandJson, main, paste } from '../../test/cli.ts';

// Tests user commands as separate processes against a real server.

let harness: Harness;
let org: TestOrg;
let folder: string;
let env: NodeJS.ProcessEnv;
let letter: string;
const unknown = '0198c0de-5b7a-7c3e-9f00-1a2b3c4d5e6f';

before(async () => {
  harness = await startHarness({ engines: testEngines });
  org = await harness.org();
  folder = await mkdtemp(join(tmpdir(), 'errand-user-'));
  env = { ERRAND_URL: harness.baseUrl, ERRAND_API_KEY: org.apiKey, XDG_CONFIG_HOME: folder };
  const create = async (name: string, template: string) => {
    const input_definitions = [{ key: 'name', data_type: 'text/plain', description: 'Who it is for.' }];
    const body = { name, engine_class_id: 'TemplateEngine', input_definitions, engine_config: { template } };
    return (await org.request('POST', '/v1/agents/', body)).body.id as string;
  };
  letter = await create('Letter', 'Dear ${name}');
  await create('Twin', 'x ${name}');
  await create('Twin', 'y ${name}');
});
after(async () => {
  await harness.stop();
  await rm(folder, { recursive: true });
});

test('run prints the bare output of an agent that is named by its name or id, with text from files', async () => {
  const file = join(folder, 'name.txt');
  await writeFile(file, 'Grace');
  assert.deepEqual(await errand(['run', 'letter', 'name=Ada=Lovelace'], env), {
    code: 0,
    stdout: 'Dear Ada=Lovelace\n',
    stderr: '',
  });
  assert.equal((await errand(['run', letter, `name=@${file}`], env)).stdout, 'Dear Grace\n');
  assert.equal((await errand(['run', letter, 'name=@@ada'], env)).stdout, 'Dear @ada\n');
  const job = await errandJson(['run', letter, 'name=Ada'], env);
  assert.equal(job.outputs[0].value, 'Dear Ada');
});

test('reviews: a plan is set and shown, the next is taken, decided with values, and counted', async () => {
  const set = ['--sample', '1', '--always', 'failure', 'verdict:no', '--due-hours', '24'];
  const plan = await errandJson(['reviews', 'plan', 'Letter', ...set], env);
  assert.deepEqual([plan.sample_rate, plan.always_when, plan.due_hours], [1, ['failure', 'verdict:no'], 24]);
  assert.match((await errand(['reviews', 'plan', 'Letter'], env)).stdout, /failure, verdict:no/);
  assert.equal((await errand(['reviews', 'plan', 'Letter', '--sample', 'much'], env)).code, 2);
  const job = await errandJson(['run', letter, 'name=Reviewed'], env);
  const taken = await until(async () => {
    const next = await errandJson(['reviews', 'next', '--agent', 'Letter'], env);
    return next.review !== null && next;
  }, 'a review');
  assert.equal(taken.review.job_id, job.id);
  assert.equal((await errandJson(['reviews', 'list', '--mine'], env)).reviews.length, 1);
  assert.equal((await errand(['reviews', 'skip', taken.review.id], env)).code, 2);
  assert.match((await errand(['reviews', 'skip', taken.review.id, '--reason', 'Unclear.'], env)).stdout, /Skipped\./);
  assert.equal((await errandJson(['reviews', 'list', '--skipped'], env)).reviews[0].skips[0].reason, 'Unclear.');
  assert.equal((await errand(['reviews', 'decide', taken.review.id], env)).code, 2);
  assert.equal((await errand(['reviews', 'decide', taken.review.id, '--set', '/a=1'], env)).code, 2);
  const decided = await errandJson(['reviews', 'decide', taken.review.id, '--comment', 'Too stiff.'], env);
  assert.deepEqual([decided.state, decided.decision.agrees], ['done', false]);
  assert.match((await errand(['reviews', 'compare', taken.review.id], env)).stdout, /There are not two answers/);
  assert.match((await errand(['reviews', 'next', '--agent', 'Letter'], env)).stdout, /There is no review for you/);
  assert.match((await errand(['reviews', 'stats', '--agent', 'Letter'], env)).stdout, /1 reviews done/);
  await errandJson(['reviews', 'plan', 'Letter', '--sample', '0'], env);
});

test('schedules are created, looked at, run, switched and deleted by name', async () => {
  const created = await errandJson(
    [
      'schedules',
      'create',
      'Morning',
      '--agent',
      'Letter',
      '--cron',
      '30 7 * * *',
      '--timezone',
      'Europe/Berlin',
      'name=Ada',
    ],
    env,
  );
  assert.deepEqual([created.cron, created.inputs, created.enabled], ['30 7 * * *', { name: 'Ada' }, true]);
  assert.equal((await errandJson(['schedules', 'next', 'morning', '--count', '3'], env)).times.length, 3);
  const run = await errandJson(['schedules', 'run', 'Morning'], env);
  assert.equal(run.outcome, 'started');
  const { runs } = await errandJson(['schedules', 'get', created.id], env);
  assert.deepEqual(runs, [run]);
  assert.match((await errand(['schedules', 'disable', 'Morning'], env)).stdout, /Morning is off/);
  assert.match(
    (await errand(['schedules', 'list'], env)).stdout,
    /Morning +30 7 \* \* \* Europe\/Berlin +off +started/,
  );
  assert.match((await errand(['schedules', 'enable', 'Morning'], env)).stdout, /Morning is on/);
  const wrong = await errand(['schedules', 'create', 'X', '--agent', 'Letter', '--cron', '0 0 30 2 *', 'name=A'], env);
  assert.deepEqual([wrong.code, /never run/.test(wrong.stderr)], [2, true]);
  assert.equal((await errand(['schedules', 'delete', 'Morning'], env)).code, 0);
  assert.equal((await errand(['schedules', 'get', 'Morning'], env)).code, 4);
});

test('triggers are created, tested, looked at and deleted by name', async () => {
  const trigger = await errandJson(
    [
      'triggers',
      'create',
      'Orders',
      '--agent',
      'Letter',
      '--map',
      'name=${event.body.who}',
      '--condition',
      '[{"path":"/body/who","op":"exists"}]',
    ],
    env,
  );
  const sent = await fetch(trigger.url, {
    method: 'POST',
    headers: { 'content-type': 'application/json' },
    body: '{"who":"Ada"}',
  });
  assert.equal(sent.status, 202);
  const tested = await errand(['triggers', 'test', 'Orders', '{"body":{"who":"Grace"}}'], env);
  assert.deepEqual([tested.code, tested.stdout], [0, 'The event would start a job.\nname="Grace"\n']);
  assert.equal((await errand(['triggers', 'test', 'Orders', '{"body":{}}'], env)).code, 1);
  const { runs } = await errandJson(['triggers', 'get', 'Orders'], env);
  assert.deepEqual(
    runs.map(({ outcome }: any) => outcome),
    ['started'],
  );
  const after = await errandJson(['triggers', 'create', 'Then', '--agent', 'Twin', '--after', 'Letter'], env).catch(
    String,
  );
  assert.match(String(after), /Twin/);
  const next = ['triggers', 'create', 'Then', '--agent', 'Letter', '--after', 'Letter', '--status', 'failed,cancelled'];
  const chained = await errandJson([...next, '--map', 'name=${event.job.id}'], env);
  assert.deepEqual([chained.kind, chained.statuses], ['agent', ['failed', 'cancelled']]);
  assert.match((await errand(['triggers', 'disable', 'Then'], env)).stdout, /Then is off/);
  const rotated = await errandJson(['triggers', 'rotate', 'Orders'], env);
  assert.notEqual(rotated.url, trigger.url);
  assert.equal((await errand(['triggers', 'rotate', 'Then'], env)).code, 2);
  assert.equal((await errand(['triggers', 'delete', 'Orders'], env)).code, 0);
  const bucket = {
    connector_type: 's3',
    name: 'Inbox',
    config: { bucket: 'team-files', endpoint: 'https://example.org' },
  };
  const auth_config = { access_key_id: 'a', secret_access_key: 'b' };
  assert.equal((await org.request('POST', '/v1/connections/', { ...bucket, auth_config })).status, 201);
  const watching = ['triggers', 'create', 'Files', '--agent', 'Letter', '--map', 'name=${event.key}'];
  const watch = await errandJson([...watching, '--watch', 'Inbox', '--below', 'in/'], env);
  assert.deepEqual([watch.kind, watch.prefix], ['storage', 'in/']);
  assert.equal((await errand([...watching, '--watch', 'Outbox'], env)).code, 4);
  assert.equal((await errand([...watching, '--watch', 'Inbox', '--after', 'Letter'], env)).code, 2);
  assert.equal((await errand(['triggers', 'delete', 'Files'], env)).code, 0);
  assert.match((await errand(['triggers', 'list'], env)).stdout, /Then +agent +off/);
});

test('exit codes tell a failed job, refused inputs, a refused key, what is missing and what is unreachable', async () => {
  const failing = await org.request('POST', '/v1/agents/', {
    name: 'Failing',
    engine_class_id: 'FailEngine',
    input_definitions: [],
  });
  assert.equal(failing.status, 201, failing.text);
  const cases: [number, RegExp, NodeJS.ProcessEnv, ...string[]][] = [
    [
      1,
      /job .*\n {2}→ Look at the last step.*\n {2}→ http.*\/docs\/errors\/errand\.engines\.failed\/$/m,
      env,
      'run',
      failing.body.id,
    ],
    [2, /name/, env, 'run', 'Letter'],
    [2, /key=value/, env, 'run', 'Letter', 'Ada'],
    [2, /There is no file/, env, 'run', 'Letter', 'name=@/nowhere'],
    [2, /2 agents are called Twin/, env, 'run', 'Twin', 'name=Ada'],
    [3, /errand login/, { ...env, ERRAND_API_KEY: 'errand_wrong' }, 'jobs', 'list'],
    [4, /No agent is called Lettr\. Did you mean Letter\?/, env, 'run', 'Lettr'],
    [4, /No job.*\n {2}→ Check the id.*\n {2}→ http.*not_found\/$/m, env, 'jobs', 'get', unknown],
    [5, /./, { ...env, ERRAND_URL: 'http://127.0.0.1:1' }, 'agents', 'list'],
    [2, /Not signed in/, { XDG_CONFIG_HOME: folder, ERRAND_DATA_DIR: folder }, 'jobs', 'list'],
    [2, /No profile is called work/, env, 'jobs', 'list', '--profile', 'work'],
    [2, /Did you mean watch/, env, 'jobs', 'wtch', unknown],
  ];
  for (const [code, said, environment, ...args] of cases) {
    const result = await errand(args, environment);
    assert.deepEqual([result.code, result.stdout], [code, ''], `errand ${args.join(' ')}: ${result.stderr}`);
    assert.match(result.stderr, said);
    // The message is one line, followed by the remedy and the page.
    const [, ...advice] = result.stderr.trimEnd().split('\n');
    for (const line of advice) assert.match(line, /^ {2}→ /);
    assert.ok(!result.stderr.includes(org.apiKey));
  }
});

test('a detached job can be listed, watched, read, cancelled and run again', async () => {
  const { job_id: id } = await errandJson(['run', 'Letter', 'name=Alan', '--detach'], env);
  assert.match((await errand(['jobs', 'watch', id], env)).stdout, /Dear Alan/);
  const { results } = await errandJson(['jobs', 'list', '--agent', 'Letter', '--status', 'success'], env);
  const query = ['jobs', 'list', '--query', 'agent:Letter status:success -has:error'];
  assert.deepEqual((await errandJson(query, env)).results, results);
  assert.equal((await errandJson([...query, '--count'], env)).count, results.length);
  assert.ok(results.some((job: { id: string }) => job.id === id));
  assert.deepEqual((await errandJson(['jobs', 'get', id], env)).id, id);
  assert.ok(Array.isArray((await errandJson(['jobs', 'logs', id], env)).steps));
  assert.deepEqual(await errandJson(['jobs', 'cancel', id], env), { cancelled: [id] });
  const { job_id: again } = await errandJson(['jobs', 'retry', id], env);
  assert.notEqual(again, id);
});

test('a wait that takes too long ends with 124, and the job goes on', async () => {
  const slow = await org.request('POST', '/v1/agents/', { name: 'Slow', engine_class_id: 'SleepEngine' });
  assert.equal(slow.status, 201, slow.text);
  const { code, stderr } = await errand(['run', 'Slow', 'ms=60000', '--timeout', '1'], env);
  assert.equal(code, 124, stderr);
  const [, id] = /errand jobs watch (\S+)/.exec(stderr) ?? [];
  assert.equal((await errandJson(['jobs', 'get', id!], env)).status_code < 3, true);
  await errandJson(['jobs', 'cancel', id!], env);
});

test('a batch reads CSV, maps its columns, and writes the results', async () => {
  const csv = join(folder, 'people.csv');
  const out = join(folder, 'results.jsonl');
  await writeFile(csv, 'Person;city\nAda;London\n"Grace";"New York"\n');
  const batch = await errandJson(['batch', csv, '--agent', 'Letter', '--map', 'Person=name', '--out', out], env);
  assert.deepEqual([batch.total, batch.name], [2, 'people.csv']);
  const lines = (await readFile(out, 'utf8')).trim().split('\n');
  assert.deepEqual(lines.map((line) => JSON.parse(line).outputs[0].value).sort(), ['Dear Ada', 'Dear Grace']);
});

test('versions are listed, compared, promoted and rolled back', async () => {
  const { current_version_id: first, doors } = await errandJson(['agents', 'get', 'Letter'], env);
  assert.equal(doors.mcp.tool, 'letter');
  assert.match(doors.a2a.card_url, /\/a2a\/[0-9a-f-]{36}\/\.well-known\/agent-card\.json$/);
  const body = { version_name: 'warmer', engine_config: { template: 'Dearest ${name}' } };
  const created = await org.request('POST', `/v1/agents/${letter}/versions/`, body);
  assert.equal(created.status, 201, created.text);
  const { changes } = await errandJson(['agents', 'diff', 'Letter', first], env);
  assert.deepEqual(changes, [{ path: 'engine_config.template', from: 'Dear ${name}', to: 'Dearest ${name}' }]);
  await errandJson(['agents', 'promote', 'Letter', first], env);
  assert.equal((await errand(['run', 'Letter', 'name=Ada'], env)).stdout, 'Dear Ada\n');
  const moved = await errand(['agents', 'promote', 'Letter', 'warmer', '--expect', 'warmer'], env);
  assert.match(moved.stderr, /Another version has become current/);
  await errandJson(['agents', 'promote', 'Letter', 'warmer', '--expect', first, '--reason', 'It reads better.'], env);
  const { body: told } = await org.request(
    'GET',
    `/v1/organizations/${org.orgId}/audit/?action=agent.version_promoted`,
  );
  assert.equal(told.results[0].detail.reason, 'It reads better.');
  assert.equal((await errand(['run', 'Letter', 'name=Ada'], env)).stdout, 'Dearest Ada\n');
  assert.match((await errand(['agents', 'versions', 'Letter'], env)).stdout, /warmer +current/);
  await errandJson(['agents', 'promote', 'Letter', first], env);
});

test('a gate holds a version back until an admin gives a reason', async () => {
  const { current_version_id: first } = await errandJson(['agents', 'get', 'Letter'], env);
  const set = (await org.request('POST', '/v1/evaluation-sets/', { name: 'Letters', agent_id: letter })).body;
  const gate = `/v1/agents/${letter}/gate/`;
  await org.request('PUT', gate, { evaluation_set_id: set.id, no_regressions: true });
  await org.request('POST', `/v1/agents/${letter}/versions/`, { version_name: 'held back' });
  const refused = await errand(['agents', 'promote', 'Letter', 'held back'], env);
  assert.match(refused.stderr, /There is no run of this version/);
  const told = (await errand(['agents', 'gate', 'Letter', 'held back'], env)).stdout;
  assert.match(
    told,
    /no case that the current version answers correctly may become wrong[\s\S]*held back\. There is no run/,
  );
  const promoted = await errandJson(['agents', 'promote', 'Letter', 'held back', '--override-reason', 'Agreed.'], env);
  assert.notEqual(promoted.current_version_id, first);
  await org.request('DELETE', gate);
  assert.match(
    (await errand(['agents', 'gate', 'Letter', 'held back'], env)).stdout,
    /no gate[\s\S]*may become current/,
  );
  await errandJson(['agents', 'promote', 'Letter', first], env);
});

test('SQL gives a table, CSV or JSON', async () => {
  assert.match((await errand(['sql', 'select 1 as one, null as none'], env)).stdout, /one +none\n1/);
  assert.equal((await errand(['sql', "select 'a,b' as x", '--csv'], env)).stdout, 'x\r\n"a,b"\n');
  assert.deepEqual((await errandJson(['sql', 'select 42 as x'], env)).results[0].result_rows, [[42]]);
  const { code, stderr } = await errand(['sql', 'selec 1'], env);
  assert.equal(code, 2, stderr);
});

test('login checks the key, keeps it for the user alone, and later commands use it', async () => {
  const home = { XDG_CONFIG_HOME: join(folder, 'home') };
  const bad = await errand(['login', harness.baseUrl, '--key-stdin'], home, 'errand_wrong\n');
  assert.equal(bad.code, 3);
  const { code, stdout, stderr } = await errand(['login', harness.baseUrl, '--key-stdin'], home, `${org.apiKey}\n`);
  assert.equal(code, 0, stderr);
  assert.ok(!stdout.includes(org.apiKey));
  assert.equal((await stat(join(home.XDG_CONFIG_HOME, 'errand', 'profiles.json'))).mode & 0o777, 0o600);
  assert.equal((await errand(['run', 'Letter', 'name=Ada'], home)).stdout, 'Dear Ada\n');
  assert.deepEqual((await errandJson(['profiles'], home)).profiles, { default: { url: harness.baseUrl } });
  await errandJson(['logout'], home);
  assert.equal((await errand(['jobs', 'list'], { ...home, ERRAND_DATA_DIR: folder })).code, 2);
});

test('beside a server the commands use its own key', async () => {
  const beside = join(folder, 'data');
  const { mkdir } = await import('node:fs/promises');
  await mkdir(beside);
  await writeFile(
    join(beside, 'credentials.json'),
    JSON.stringify({ organization_id: org.orgId, api_key: org.apiKey }),
  );
  const local = { XDG_CONFIG_HOME: beside, ERRAND_DATA_DIR: beside, PORT: new URL(harness.baseUrl).port };
  assert.equal((await errand(['run', 'Letter', 'name=Ada'], local)).stdout, 'Dear Ada\n');
});

test('jobs with values that a person should look at can be listed alone', async () => {
  const { results } = await errandJson(['jobs', 'list', '--needs-review'], env);
  assert.deepEqual(results, []);
});

test('a reader that leaves early is no error', async () => {
  const { code, stderr } = await paste(`"${process.execPath}" "${main}" agents list --json | head -c 1`, env);
  assert.deepEqual([code, stderr], [0, '']);
});

test('gen types writes TypeScript of the agents', async () => {
  const out = join(folder, 'agents.ts');
  await errandJson(['gen', 'types', '--out', out], env);
  assert.match(
    await readFile(out, 'utf8'),
    /letter: {\n {4}id: .*;\n {4}inputs: {\n {6}\/\*\* Who it is for\. \*\/\n {6}name: string;\n {4}};\n {4}output: string;\n {2}};/,
  );
});

test('completion knows every command and its options', async () => {
  const { stdout } = await errand(['completion', 'bash'], {});
  assert.match(stdout, /'jobs'\) words='list get watch logs step cancel retry/);
  assert.match(stdout, /'run'\) words='--detach --stream --timeout/);
  assert.match((await errand(['completion', 'fish'], {})).stdout, /complete -c errand/);
});

test('connections are created from standard input, shown without secrets, tested and deleted', async () => {
  const body = {
    connector_type: 'custom_api',
    name: 'Billing',
    // A private address, to which nothing is sent.
    config: { base_url: 'https://127.0.0.1' },
    auth_config: { type: 'bearer', token: 'tk_live_canary' },
  };
  const created = await errand(['connections', 'create', '--json'], env, JSON.stringify(body));
  assert.equal(created.code, 0, created.stderr);
  assert.match((await errand(['connections', 'list'], env)).stdout, /Billing +custom_api +active/);
  const got = await errand(['connections', 'get', 'Billing'], env);
  assert.match(got.stdout, /\*{8}/);
  assert.doesNotMatch(created.stdout + got.stdout, /tk_live_canary/);
  const tested = await errand(['connections', 'test', 'Billing'], env);
  assert.notEqual(tested.code, 0);
  assert.match(tested.stderr, /private network|public internet/);
  assert.equal((await errand(['connections', 'get', 'Nothing'], env)).code, 4);
  assert.equal((await errand(['connections', 'create'], env, 'not JSON tk_live_canary')).code, 2);
  assert.equal((await errandJson(['connections', 'delete', 'Billing'], env)).deleted, true);
});
