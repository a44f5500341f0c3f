import assert from 'node:assert/strict';
import { after, before, test } from 'node:test';
import { createTestDatabase } from '../../server/test/databases.ts';
import { errand, errandJson, withFolder } from '../test/cli.ts';

let env: NodeJS.ProcessEnv;
let drop: () => Promise<void>;
before(async () => {
  const database = await createTestDatabase();
  env = { DATABASE_URL: database.url };
  drop = database.drop;
});
after(() => drop());

test('the operator hands directories their tokens and people over to them', async () => {
  const made = await errandJson(['scim', 'token', 'create', '--name', 'Entra', '--days', '90'], env);
  assert.match(made.token, /^scim_/);
  assert.equal(made.organization_id, null);
  const { tokens } = await errandJson(['scim', 'token', 'list'], env);
  assert.deepEqual([tokens[0].id, tokens[0].name, tokens[0].last_problem], [made.id, 'Entra', null]);
  assert.ok(!JSON.stringify(tokens).includes(made.token));
  assert.deepEqual(await errandJson(['scim', 'token', 'revoke', made.id], env), { id: made.id, revoked: true });
  const user = await errandJson(['user', 'create', '--email', 'handed@example.org'], env);
  const adopted = await errandJson(['scim', 'adopt', '--email', 'handed@example.org'], env);
  assert.equal(adopted.user_id, user.id);
  const link = await errandJson(['user', 'sign-in-link', '--email', 'handed@example.org'], env);
  assert.match(link.url, /\/sign-in#code=/);
  const off = await errandJson(['user', 'deactivate', '--user', String(user.id)], env);
  assert.equal(off.active, false);
  assert.match((await errand(['user', 'sign-in-link', '--email', 'handed@example.org'], env)).stderr, /deactivated/);
});

test('every command answers one JSON object', async () => {
  const org = await errandJson(['org', 'create', 'Acme', '--credits', '12.5'], env);
  assert.deepEqual(Object.keys(org), ['id', 'name', 'api_key']);
  const plain = await errandJson(['org', 'create', 'Plain', '--no-agents'], env);
  const listed = (await errandJson(['org', 'list'], env)).organizations;
  assert.deepEqual(
    listed.map(({ id, name, credits, agents_enabled }: any) => ({ id, name, credits, agents_enabled })),
    [
      { id: org.id, name: 'Acme', credits: 12.5, agents_enabled: true },
      { id: plain.id, name: 'Plain', credits: null, agents_enabled: false },
    ],
  );
  const changes = ['--name', 'Acme 2', '--credits', 'unlimited', '--agents-enabled', 'false'];
  const updated = await errandJson(['org', 'update', org.id, ...changes], env);
  assert.deepEqual([updated.name, updated.credits, updated.agents_enabled], ['Acme 2', null, false]);

  const limits = await errandJson(['sql', 'limits', '--org', org.id, '--rows', '5', '--memory', '128'], env);
  assert.deepEqual([limits.rows_max, limits.memory_mb, limits.concurrency], [5, 128, null]);

  const key = await errandJson(['key', 'create', '--org', org.id, '--role', 'viewer', '--name', 'CI'], env);
  assert.match(key.api_key, /^errand_/);
  const { keys } = await errandJson(['key', 'list', '--org', org.id], env);
  assert.deepEqual(
    keys.map(({ id, role, name }: any) => ({ id, role, name })),
    [
      { id: key.id, role: 'viewer', name: 'CI' },
      { id: keys[1].id, role: 'admin', name: 'First key' },
    ],
  );
  assert.ok(!JSON.stringify(keys).includes(key.api_key));
  assert.deepEqual(await errandJson(['key', 'revoke', key.id], env), { id: key.id, revoked: true });
  assert.equal((await errandJson(['key', 'list'], env)).keys.length, 2);

  const user = await errandJson(['user', 'create', '--email', 'ada@example.org', '--password', 'difference'], env);
  assert.equal(user.email, 'ada@example.org');
  const joined = await errandJson(
    ['user', 'create', '--email', 'Ada@example.org', '--org', org.id, '--role', 'owner'],
    env,
  );
  assert.deepEqual(joined, user);
  const added = await errandJson(['user', 'create', '--email', 'grace@example.org'], env);
  const { users } = await errandJson(['user', 'list'], env);
  assert.deepEqual(
    users.filter(({ id }: any) => [user.id, added.id].includes(id)).map((one: any) => [one.email, one.has_password]),
    [
      ['ada@example.org', true],
      ['grace@example.org', false],
    ],
  );
  assert.deepEqual(users.find(({ id }: any) => id === user.id).organizations, [
    { id: org.id, name: 'Acme 2', role: 'owner' },
  ]);
  assert.deepEqual(
    await errandJson(['user', 'password', '--email', 'Grace@example.org', '--password', 'nanosecond'], env),
    {
      id: added.id,
      email: 'grace@example.org',
    },
  );
  const token = await errandJson(['token', 'create', '--user', String(user.id), '--hours', '2'], env);
  assert.equal(token.token.split('.').length, 3);
  assert.ok(Math.abs(Date.parse(token.expires_at) - Date.now() - 7_200_000) < 60_000);
  const set = await errand(['secrets', 'set', 'TOKEN', '--org', org.id, '--json'], env, 'a value\n');
  assert.deepEqual(JSON.parse(set.stdout), { name: 'TOKEN', created: true });
  const rotated = await errandJson(['secrets', 'rotate'], env);
  assert.deepEqual(
    { ...rotated, key_id: rotated.key_id.length },
    {
      key_id: 12,
      secrets: 1,
      versions: 0,
      connections: 0,
      triggers: 0,
      webhooks: 0,
      signing_keys: 0,
      callbacks: 0,
      sessions: 0,
      oauth_clients: 0,
      answers: 0,
      'sign-ins of connections': 0,
      'sign-ins of connections in progress': 0,
      'tokens to give back': 0,
    },
  );
  const { secrets } = await errandJson(['secrets', 'list', '--org', org.id], env);
  assert.deepEqual([secrets.length, secrets[0].name, JSON.stringify(secrets).includes('a value')], [1, 'TOKEN', false]);
  assert.deepEqual(await errandJson(['secrets', 'delete', 'TOKEN', '--org', org.id], env), {
    name: 'TOKEN',
    deleted: true,
  });
  const { sessions } = await errandJson(['session', 'list', '--user', String(user.id)], env);
  assert.equal(sessions.length, 1);
  assert.deepEqual(await errandJson(['session', 'end', sessions[0].id], env), { ended: 1 });
  assert.deepEqual(await errandJson(['session', 'end', '--user', String(user.id)], env), { ended: 0 });
  const link = [
    'user',
    'link',
    '--user',
    String(user.id),
    '--issuer',
    'https://login.example.com/',
    '--subject',
    'a|1',
  ];
  assert.deepEqual(await errandJson(link, env), {
    user_id: user.id,
    issuer: 'https://login.example.com/',
    subject: 'a|1',
  });
  assert.deepEqual(await errandJson(['credits', 'grant', '--org', org.id, '7.5'], env), { balance: 20 });
  assert.deepEqual(await errandJson(['migrate'], env), { applied: [] });
});

test('commands find the server among several hosts; a malformed address never shows its password', async () => {
  const address = new URL(env.DATABASE_URL!);
  const host = address.searchParams.get('host') ?? address.hostname;
  address.searchParams.set('host', `127.0.0.1,${host}`);
  address.searchParams.set('port', `1,${address.searchParams.get('port') ?? (address.port || 5432)}`);
  assert.deepEqual(await errandJson(['migrate'], { DATABASE_URL: address.href }), { applied: [] });
  const { code, stderr } = await errand(['org', 'list'], { DATABASE_URL: 'postgres://u:hunter2@a:x,b/errand' });
  assert.deepEqual([code, stderr.includes('hunter2')], [3, false]);
  assert.match(stderr, /^✗ DATABASE_URL is not a valid URL\./);
});

test('an organization is paused and resumed; processes and jobs are named, or the line says what is missing', async () => {
  const { id } = await errandJson(['org', 'create', 'Paused'], env);
  const paused = await errandJson(['org', 'pause', id], env);
  assert.equal(typeof paused.paused_at, 'string');
  assert.match((await errand(['org', 'list'], env)).stdout, /PAUSED/);
  assert.equal((await errandJson(['org', 'resume', id], env)).paused_at, null);
  assert.deepEqual(await errandJson(['workers', 'list'], env), { workers: [] });
  for (const [args, text] of [
    [['workers', 'drain', 'nowhere'], /No worker has this id or host/],
    [['jobs', 'requeue', id], /No job with this id/],
    [['org', 'pause', '00000000-0000-7000-8000-000000000000'], /No organization with this id/],
  ] as const) {
    const { code, stderr } = await errand([...args], env);
    assert.deepEqual([code, text.test(stderr)], [5, true], stderr);
  }
});

test('a wrong command line ends with 2, a refused command with 5, each with one line and nothing on stdout', async () => {
  const { id } = await errandJson(['org', 'create', 'Refusals'], env);
  const unknown = '0198c0de-5b7a-7c3e-9f00-1a2b3c4d5e6f';
  const cases: [number, RegExp, ...string[]][] = [
    [2, /Did you mean list/, 'org', 'lst'],
    [2, /Did you mean --credits/, 'org', 'create', 'X', '--credit', '1'],
    [2, /missing required argument 'name'/, 'org', 'create'],
    [2, /name: May not be blank/, 'org', 'create', ' '],
    [2, /Credits must be a number/, 'org', 'create', 'X', '--credits', 'NaN'],
    [2, /Nothing to change/, 'org', 'update', id],
    [2, /An id must look like/, 'org', 'update', 'acme', '--name', 'X'],
    [5, /No organization with this id/, 'org', 'update', unknown, '--name', 'X'],
    [5, /No organization with this id/, 'key', 'create', '--org', unknown],
    [5, /No organization with this id/, 'key', 'list', '--org', unknown],
    [5, /No API key with this id/, 'key', 'revoke', unknown],
    [2, /Allowed choices are admin/, 'key', 'create', '--org', id, '--role', 'owner'],
    [2, /Not a valid e-mail/, 'user', 'create', '--email', 'nobody'],
    [2, /password: Must have 8 to/, 'user', 'create', '--email', 'a@example.org', '--password', 'short'],
    [2, /--role needs --org/, 'user', 'create', '--email', 'a@example.org', '--role', 'admin'],
    [5, /No user with this e-mail/, 'user', 'password', '--email', 'no@example.org', '--password', 'long enough'],
    [2, /password: Must have 8 to/, 'user', 'password', '--email', 'a@example.org', '--password', 'short'],
    [5, /No user with this id/, 'token', 'create', '--user', '999999'],
    [5, /No user with this id/, 'session', 'list', '--user', '999999'],
    [2, /Name a session/, 'session', 'end'],
    [5, /No session with this id/, 'session', 'end', unknown],
    [5, /No user with this id/, 'user', 'link', '--user', '999999', '--issuer', 'https://x', '--subject', 'y'],
    [5, /No secret with this name/, 'secrets', 'delete', 'NONE', '--org', id],
    [2, /Enter a whole number/, 'token', 'create', '--user', '1', '--hours', '0'],
    [5, /No organization with this id/, 'credits', 'grant', '--org', unknown, '1'],
    [2, /amount.*Credits must be a number/, 'credits', 'grant', '--org', id, '-5'],
    [2, /amount.*This would change nothing/, 'credits', 'grant', '--org', id, '0'],
    [2, /Allowed choices are all, api, worker/, 'serve', '--role', 'king'],
    [2, /There is no file/, 'db', 'import', '/nowhere/x.gz'],
    [2, /--json needs a file/, 'db', 'export', '-', '--json'],
  ];
  for (const [code, said, ...args] of cases) {
    const result = await errand(args, env);
    assert.deepEqual([result.code, result.stdout], [code, ''], `errand ${args.join(' ')}: ${result.stderr}`);
    assert.match(result.stderr, said);
    assert.equal(result.stderr.trim().split('\n').length, 1);
  }
  const { stderr } = await errand(['key', 'revoke', unknown, '--json'], env);
  assert.deepEqual(JSON.parse(stderr), { code: 'not_found', message: 'No API key with this id.' });
});

test('a server that cannot be reached is named without its password', async () => {
  const url = 'postgres://me:secret@127.0.0.1:1/errand';
  const { code, stderr } = await errand(['org', 'list'], { DATABASE_URL: url });
  assert.equal(code, 6);
  assert.match(stderr, /^✗ PostgreSQL at 127\.0\.0\.1:1\/errand cannot be reached \(ECONNREFUSED\)\..*\n$/);
});

test('commands work on a data folder that no server has seen, and leave nothing running', () =>
  withFolder(async (folder) => {
    const local = { ERRAND_DATA_DIR: folder };
    assert.equal((await errandJson(['migrate'], local)).applied[0], '0001_foundation.sql');
    const org = await errandJson(['org', 'create', 'First'], local);
    const text = await errand(['org', 'list'], local);
    assert.match(
      text.stdout,
      new RegExp(`^ID +NAME +CREDITS +AGENTS +PAUSED +CREATED\\n${org.id}  First  unlimited  on `),
    );
  }));

test('help needs nothing but commander', async () => {
  const { code, stdout } = await errand(['--help'], { DATABASE_URL: 'nonsense' });
  assert.equal(code, 0);
  assert.match(stdout, /Examples:/);
});

test('a removed user has neither sessions nor keys, and the only owner of an organization stays', async () => {
  const org = await errandJson(['org', 'create', 'Leaving'], env);
  const create = (email: string, role: string) =>
    errandJson(['user', 'create', '--email', email, '--org', org.id, '--role', role], env);
  const leaving = await create('leaving@example.org', 'member');
  await errandJson(['token', 'create', '--user', String(leaving.id)], env);
  assert.deepEqual(await errandJson(['user', 'remove', '--user', String(leaving.id)], env), {
    id: leaving.id,
    email: 'leaving@example.org',
    organizations: 1,
    keys_revoked: [],
  });
  const { users } = await errandJson(['user', 'list'], env);
  assert.ok(!users.some(({ id }: any) => id === leaving.id));
  assert.equal((await errand(['user', 'remove', '--user', String(leaving.id)], env)).code, 5, 'it is gone');
  const isOwner = ({ organizations }: any) =>
    organizations.some(({ id, role }: any) => id === org.id && role === 'owner');
  const owner = users.find(isOwner) ?? (await create('owner@example.org', 'owner'));
  const key = await errandJson(['key', 'create', '--org', org.id], env);
  const only = await errand(['user', 'remove', '--user', String(owner.id)], env);
  assert.deepEqual([only.code, /at least one owner/.test(only.stderr)], [5, true], only.stderr);
  await create('second@example.org', 'owner');
  const removed = await errandJson(['user', 'remove', '--user', String(owner.id)], env);
  assert.ok(removed.keys_revoked.includes(key.id));
  const { keys } = await errandJson(['key', 'list', '--org', org.id], env);
  assert.ok(!keys.some(({ id }: any) => id === key.id));
});
