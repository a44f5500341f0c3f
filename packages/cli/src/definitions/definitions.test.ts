import assert from 'node:assert/strict';
import { mkdtemp, readFile, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { after, before, test } from 'node:test';
import { type Harness, startHarness, type TestOrg, until } from '../../../server/test/harness.ts';
import { errand, errandJson, startErrand } from '../../test/cli.ts';

// Tests configuration as code: one organization exports it and another applies it.

let harness: Harness;
let from: TestOrg;
let to: TestOrg;
let folder: string;
const canary = 'whsec_c2VjcmV0LWNhbmFyeS1zZWNyZXQtY2FuYXJ5';

const env = (org: TestOrg): NodeJS.ProcessEnv => ({
  ERRAND_URL: harness.baseUrl,
  ERRAND_API_KEY: org.apiKey,
  XDG_CONFIG_HOME: folder,
});

before(async () => {
  harness = await startHarness({});
  [from, to] = [await harness.org(), await harness.org()];
  folder = await mkdtemp(join(tmpdir(), 'errand-code-'));
  const policy = await from.request('POST', '/v1/policies/', {
    name: 'House rules',
    content: {
      instructions: 'Be exact.',
      guidelines: [{ title: 'General', rules: [{ title: 'One', description: 'x' }] }],
    },
  });
  assert.equal(policy.status, 201, policy.text);
  const agent = await from.request('POST', '/v1/agents/', {
    name: 'Letter',
    engine_class_id: 'TemplateEngine',
    input_definitions: [{ key: 'name', data_type: 'text/plain', description: '' }],
    engine_config: { template: 'Dear ${name}' },
    approval: { when: 'needs_review', role: 'admin', forbid_requester: true, due_hours: 8 },
  });
  const plan = { sample_rate: 0.1, always_when: ['failure'], second_review_rate: 0.5, due_hours: 24 };
  assert.equal((await from.request('PUT', `/v1/agents/${agent.body.id}/review-plan/`, plan)).status, 200);
  const webhook = await from.request('POST', '/v1/webhooks/', {
    name: 'Ops',
    url: 'https://example.org/hook',
    secret: canary,
    headers: {},
  });
  assert.equal(webhook.status, 201, webhook.text);
  const linked = await from.request('POST', `/v1/webhooks/${webhook.body.id}/agents/`, {
    agent_ids: [agent.body.id],
  });
  assert.ok(linked.status < 300, linked.text);
  const schedule = await from.request('POST', '/v1/schedules/', {
    name: 'Each morning',
    agent_id: agent.body.id,
    cron: '30 7 * * *',
    timezone: 'Europe/Berlin',
    inputs: { name: 'Ada' },
    overlap: 'queue',
    max_cost_per_run: 0.5,
  });
  assert.equal(schedule.status, 201, schedule.text);
  const trigger = await from.request('POST', '/v1/triggers/', {
    name: 'Letters',
    kind: 'agent',
    agent_id: agent.body.id,
    source_agent_id: agent.body.id,
    statuses: ['failed'],
    mapping: { name: '${event.job.id}' },
  });
  assert.equal(trigger.status, 201, trigger.text);
});
after(async () => {
  await harness.stop();
  await rm(folder, { recursive: true });
});

test('an export round-trips: nothing differs, and applied elsewhere it exports the same files', async () => {
  const first = join(folder, 'first');
  const { files } = await errandJson(['export', first], env(from));
  assert.deepEqual(files, [
    'policies/house-rules.yaml',
    'agents/letter.yaml',
    'webhooks/ops.yaml',
    'schedules/each-morning.yaml',
    'triggers/letters.yaml',
  ]);
  const texts = await Promise.all(files.map((file: string) => readFile(join(first, file), 'utf8')));
  assert.ok(!texts.join('').includes(canary), 'a secret was exported');
  assert.match(texts[1]!, /sample_rate: 0\.1/);
  assert.match(texts[1]!, /when: needs_review/);
  assert.equal((await errand(['diff', first], env(from))).stdout, 'Nothing differs.\n');

  const before = await errand(['diff', first], env(to));
  assert.deepEqual([before.code, before.stdout.match(/^create /gm)?.length], [1, 5]);
  assert.equal((await errand(['apply', first, '--dry-run'], env(to))).stdout, before.stdout);
  const applied = await errand(['apply', first], env(to));
  assert.equal(applied.code, 0, applied.stderr);
  assert.equal((await errand(['diff', first], env(to))).stdout, 'Nothing differs.\n');
  const second = join(folder, 'second');
  await errandJson(['export', second], env(to));
  for (const [index, file] of files.entries()) assert.equal(await readFile(join(second, file), 'utf8'), texts[index]);
  assert.equal((await errand(['run', 'Letter', 'name=Ada'], env(to))).stdout, 'Dear Ada\n');
});

test('storage triggers, pinned versions and approvals round-trip; what is missing elsewhere is named', async () => {
  const bucket = {
    connector_type: 's3',
    name: 'Team files',
    config: { bucket: 'team-files', endpoint: 'https://example.org' },
  };
  const auth_config = { access_key_id: 'a', secret_access_key: 'b' };
  const [source, target] = [await harness.org(), await harness.org()];
  const approval = { when: 'always', role: 'admin' };
  const body = { name: 'Reader', engine_class_id: 'TemplateEngine', engine_config: { template: '${key}' }, approval };
  const { body: agent } = await source.request('POST', '/v1/agents/', {
    ...body,
    version_name: 'careful',
    input_definitions: [{ key: 'key', data_type: 'text/plain', description: '' }],
  });
  const { body: version } = await source.request('GET', `/v1/agents/${agent.id}/versions/current/`);
  const connection = await source.request('POST', '/v1/connections/', { ...bucket, auth_config });
  assert.equal(connection.status, 201, connection.text);
  const trigger = await source.request('POST', '/v1/triggers/', {
    ...{ name: 'Files', kind: 'storage', agent_id: agent.id, agent_version_id: version.id, enabled: false },
    ...{ connection_id: connection.body.id, prefix: 'in/', mapping: { key: '${event.key}' } },
  });
  assert.equal(trigger.status, 201, trigger.text);
  const files = join(folder, 'storage');
  await errandJson(['export', files], env(source));
  const text = await readFile(join(files, 'triggers', 'files.yaml'), 'utf8');
  assert.match(text, /version: careful\n/);
  assert.match(text, /connection: connection:team-files\n/);
  const early = await errand(['apply', files], env(target));
  assert.equal(early.code, 2);
  assert.match(early.stderr, /connections\/team-files\.yaml: the server has no value for secret_access_key/);
  assert.equal((await target.request('GET', '/v1/agents/')).body.count, 0, 'nothing was changed');
  await target.request('POST', '/v1/connections/', { ...bucket, auth_config });
  assert.equal((await errand(['apply', files], env(target))).code, 0);
  assert.equal((await errand(['diff', files], env(target))).stdout, 'Nothing differs.\n');
  const { body: made } = await target.request('GET', '/v1/triggers/');
  const { body: current } = await target.request('GET', `/v1/agents/${made.results[0].agent_id}/versions/current/`);
  assert.deepEqual([made.results[0].agent_version_id, made.results[0].prefix], [current.id, 'in/']);
  assert.deepEqual([current.approval.when, current.approval.role], ['always', 'admin']);
  await writeFile(join(files, 'triggers', 'files.yaml'), text.replace('version: careful', 'version: bold'));
  const missing = await errand(['apply', files], env(target));
  assert.equal(missing.code, 2);
  assert.match(missing.stderr, /files\.yaml: the agent has no version called bold/);
});

test('connections and skill sets round-trip without secrets, and agents keep naming them', async () => {
  const [source, target] = [await harness.org(), await harness.org()];
  const secret = 'tk_live_canary_4471';
  const api = { connector_type: 'custom_api', name: 'Billing', config: { base_url: 'https://api.example.com' } };
  const auth_config = { type: 'bearer', token: secret };
  await source.request('POST', '/v1/connections/', { ...api, auth_config });
  await source.request('PUT', '/v1/secrets/BILLING/', { value: secret });
  const other = { ...api, name: 'By name', auth_config: { type: 'bearer', token: '${secret.BILLING}' } };
  assert.equal((await source.request('POST', '/v1/connections/', other)).status, 201);
  const { body: set } = await source.request('POST', '/v1/skills/', { name: 'Handbook', description: 'd' });
  const skill = {
    files: [{ relative_path: 'SKILL.md', content: '---\nname: A\n---\n\n# A: "b"\n' }],
    version_name: 'v',
  };
  assert.equal((await source.request('POST', `/v1/skills/${set.id}/versions/`, skill)).status, 201);
  const config = { text: '$text', output_schema: { type: 'object' }, skill_set_id: set.id, connections: ['Billing'] };
  const agent = { name: 'Reader', engine_class_id: 'MultimodalExtractionEngine', engine_config: config };
  const made = await source.request('POST', '/v1/agents/', agent);
  assert.equal(made.status, 201, made.text);
  const files = join(folder, 'sources');
  const written = (await errandJson(['export', files], env(source))).files;
  assert.deepEqual(written.slice(0, 3), [
    'connections/billing.yaml',
    'connections/by-name.yaml',
    'skills/handbook.yaml',
  ]);
  const texts = await Promise.all(written.map((file: string) => readFile(join(files, file), 'utf8')));
  assert.ok(!texts.join('').includes(secret));
  assert.match(texts[0]!, /secrets:\n +- token\n/);
  assert.match(texts.at(-1)!, /skill_set_id: skill_set:handbook\n/);
  assert.equal((await errand(['diff', files], env(source))).stdout, 'Nothing differs.\n');
  const early = await errand(['apply', files], env(target));
  assert.equal(early.code, 2);
  assert.match(early.stderr, /connections\/billing\.yaml: the server has no value for token/);
  assert.equal((await target.request('GET', '/v1/skills/')).body.count, 0, 'nothing was changed');
  await target.request('POST', '/v1/connections/', { ...api, auth_config: { ...auth_config, token: 'another' } });
  await target.request('PUT', '/v1/secrets/BILLING/', { value: 'theirs' });
  const applied = await errand(['apply', files], env(target));
  assert.equal(applied.code, 0, applied.stderr);
  assert.equal((await errand(['diff', files], env(target))).stdout, 'Nothing differs.\n');
  const { body: sets } = await target.request('GET', '/v1/skills/');
  const { body: used } = await target.request('GET', `/v1/skills/${sets.results[0].id}/agents/`);
  assert.equal(used[0].agent_name, 'Reader');
});

test('an edited file makes a version that waits; with --promote it is current, and nothing is left to change', async () => {
  const edited = join(folder, 'edited');
  await errandJson(['export', edited], env(from));
  const file = join(edited, 'agents', 'letter.yaml');
  await writeFile(file, (await readFile(file, 'utf8')).replace('Dear ', 'Dearest '));
  const { steps } = await errandJson(['apply', edited], env(from));
  assert.deepEqual(steps.find(({ action }: any) => action !== 'none').changes, [
    { path: 'version.config.template', from: 'Dear ${name}', to: 'Dearest ${name}' },
  ]);
  assert.equal((await errand(['run', 'Letter', 'name=Ada'], env(from))).stdout, 'Dear Ada\n');
  const { notes } = await errandJson(['apply', edited], env(from));
  const [, command = '', before = ''] = /waits.* with errand (agents promote \S+ \S+ --expect (\S+)), or/.exec(
    notes.join(),
  )!;
  for (const [words, said] of [
    [command.split(' '), 'Dearest Ada\n'],
    [['agents', 'promote', 'Letter', before], 'Dear Ada\n'],
  ] as const) {
    assert.equal((await errand([...words], env(from))).code, 0);
    assert.equal((await errand(['run', 'Letter', 'name=Ada'], env(from))).stdout, said);
  }
  await errandJson(['apply', edited, '--promote'], env(from));
  assert.equal((await errand(['run', 'Letter', 'name=Ada'], env(from))).stdout, 'Dearest Ada\n');
  const again = await errandJson(['apply', edited], env(from));
  assert.ok(again.steps.every(({ action }: any) => action === 'none'));
  assert.equal((await errandJson(['agents', 'versions', 'Letter'], env(from))).versions.length, 2);
});

test('a signed trigger keeps its secret on the server, and a file without one makes none', async () => {
  const secret = 'a secret that no file may hold';
  const { body: agent } = await to.request('GET', '/v1/agents/');
  const hook = await to.request('POST', '/v1/triggers/', {
    name: 'Signed',
    kind: 'http',
    agent_id: agent.results[0].id,
    mapping: { name: '${event.body.name}' },
    verify: { kind: 'hmac_sha256', secret, header: 'X-Sig' },
  });
  assert.equal(hook.status, 201, hook.text);
  const signed = join(folder, 'signed');
  await errandJson(['export', signed], env(to));
  const text = await readFile(join(signed, 'triggers', 'signed.yaml'), 'utf8');
  assert.ok(!text.includes(secret) && !text.includes(hook.body.url.split('/').at(-2)), text);
  await writeFile(join(signed, 'triggers', 'signed.yaml'), text.replace('X-Sig', 'X-Other'));
  assert.equal((await errand(['apply', signed], env(to))).code, 0);
  const { body: changed } = await to.request('GET', `/v1/triggers/${hook.body.id}/`);
  assert.deepEqual([changed.verify.header, changed.verify.secret], ['X-Other', '********']);
  const elsewhere = await errand(['apply', signed], env(from));
  assert.equal(elsewhere.code, 2);
  assert.match(elsewhere.stderr, /signed\.yaml: the server has no secret for it/);
});

test('a file that cannot be meant changes nothing', async () => {
  const broken = join(folder, 'broken');
  await errandJson(['export', broken], env(from));
  await writeFile(
    join(broken, 'webhooks', 'ops.yaml'),
    'kind: webhook\nname: Ops\nurl: https://example.org/\nagents: [nobody]\n',
  );
  const { code, stderr } = await errand(['apply', broken], env(from));
  assert.equal(code, 2);
  assert.match(stderr, /webhooks\/ops\.yaml: agent:nobody is neither/);
  assert.equal((await errand(['apply', join(folder, 'none')], env(from))).code, 2);
});

test('a key that stands twice in a file is refused, and nothing is changed', async () => {
  const twice = join(folder, 'twice');
  await errandJson(['export', twice], env(from));
  const file = join(twice, 'agents', 'letter.yaml');
  await writeFile(file, `${await readFile(file, 'utf8')}name: Other\n`);
  const { code, stderr } = await errand(['apply', twice], env(from));
  assert.equal(code, 2);
  assert.match(stderr, /letter\.yaml: .*unique/i);
});

test('Ctrl-C in the middle says what was and was not done, and applying again does the rest', async (context) => {
  const many = join(folder, 'many');
  const fresh = await harness.org();
  await errandJson(['export', many], env(fresh));
  const names = Array.from({ length: 60 }, (_, index) => `rules-${String(index).padStart(2, '0')}`);
  for (const name of names) {
    await writeFile(join(many, 'policies', `${name}.yaml`), `kind: policy\nname: ${name}\ncontent: {}\n`);
  }
  const applying = startErrand(['apply', many], env(fresh));
  context.after(() => applying.send('SIGKILL'));
  await until(async () => applying.said.stderr.includes('Created '), 'the first change');
  applying.send('SIGINT');
  assert.equal(await applying.exit, 130);
  const { stderr } = applying.said;
  const [, done, open] = /Done: (.+)\. Not done: (.+)\. Run apply again/.exec(stderr) ?? assert.fail(stderr);
  const doneFiles = done!.split(', ');
  assert.deepEqual(
    [...doneFiles, ...open!.split(', ')],
    names.map((name) => `policies/${name}.yaml`),
  );
  const { steps } = await errandJson(['apply', many, '--dry-run'], env(fresh));
  const still = steps.filter(({ action }: any) => action === 'create').map(({ file }: any) => file);
  assert.deepEqual(still, open!.split(', '), 'what it said is what is');
});

test('evaluation sets, gates and worksheets go to another organization; behind a gate a version waits and is made once', async () => {
  const [source, target] = [await harness.org(), await harness.org()];
  const input_definitions = [{ key: 'name', data_type: 'text/plain', description: '' }];
  const engine = { engine_class_id: 'TemplateEngine', engine_config: { template: 'Dear ${name}' } };
  const { body: agent } = await source.request('POST', '/v1/agents/', { name: 'Letter', input_definitions, ...engine });
  const { body: policy } = await source.request('POST', '/v1/policies/', { name: 'Rules', content: {} });
  for (const [subject, name] of [
    [{ agent_id: agent.id }, 'Known letters'],
    [{ policy_id: policy.id }, 'Known cases'],
  ] as const) {
    const { body: set } = await source.request('POST', '/v1/evaluation-sets/', { name, ...subject });
    const path = 'agent_id' in subject ? `/v1/agents/${agent.id}/gate/` : `/v1/policies/${policy.id}/gate/`;
    const gate = { evaluation_set_id: set.id, min_accuracy: 0.9, no_regressions: true };
    assert.equal((await source.request('PUT', path, gate)).status, 200);
  }
  await source.request('POST', '/v1/database/worksheets/', { name: 'Tickets', content: 'SELECT 1\n' });
  const files = join(folder, 'gates');
  const written = (await errandJson(['export', files], env(source))).files;
  assert.deepEqual(written.slice(2), [
    'evaluations/known-cases.yaml',
    'evaluations/known-letters.yaml',
    'gates/policy-rules.yaml',
    'gates/agent-letter.yaml',
    'worksheets/tickets.yaml',
  ]);
  assert.match(
    await readFile(join(files, 'gates', 'agent-letter.yaml'), 'utf8'),
    /set: evaluation_set:known-letters\n/,
  );
  assert.equal((await errand(['diff', files], env(source))).stdout, 'Nothing differs.\n');
  const applied = await errand(['apply', files], env(target));
  assert.equal(applied.code, 0, applied.stderr);
  assert.equal((await errand(['diff', files], env(target))).stdout, 'Nothing differs.\n');
  const { body: made } = await target.request('GET', '/v1/agents/');
  const { body: gate } = await target.request('GET', `/v1/agents/${made.results[0].id}/gate/`);
  assert.deepEqual([gate.min_accuracy, gate.no_regressions], [0.9, true]);

  const letter = join(files, 'agents', 'letter.yaml');
  await writeFile(letter, (await readFile(letter, 'utf8')).replace('Dear ', 'Dearest '));
  const rules = join(files, 'policies', 'rules.yaml');
  await writeFile(
    rules,
    (await readFile(rules, 'utf8')).replace(/content:[\s\S]*/, 'content:\n  instructions: Be exact.\n'),
  );
  const first = await errandJson(['apply', files], env(target));
  assert.equal(first.notes.length, 2, JSON.stringify(first.notes));
  const again = await errandJson(['apply', files], env(target));
  assert.deepEqual(again.notes, first.notes, 'the same versions wait');
  assert.match(
    first.notes[1],
    /agents\/letter\.yaml: version \S+ is held by its gate.*errand agents promote \S+ \S+\.$/,
  );
  assert.equal((await errandJson(['agents', 'versions', 'Letter'], env(target))).versions.length, 2);
  assert.equal((await errandJson(['policies', 'versions', 'Rules'], env(target))).versions.length, 2);
  await writeFile(
    join(files, 'gates', 'other.yaml'),
    'kind: gate\nof: agent:letter\nset: evaluation_set:known-letters\n',
  );
  const misnamed = await errand(['apply', files], env(target));
  assert.equal(misnamed.code, 2);
  assert.match(misnamed.stderr, /must be called agent-letter\.yaml/);
});
