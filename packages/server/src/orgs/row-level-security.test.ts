import assert from 'node:assert/strict';
import { randomBytes, randomUUID } from 'node:crypto';

import { after, test } from 'node:test';
import { createOrganization } from '#credits/create-organization.ts';

import { openDatabase } from '#platform/db.ts';
import { createTestDatabase } from '../../test/harness.ts';
import { insertApiKey } from './api-keys.ts';

// Row-level security. These statements name no organization at all, as if a store function had forgotten to: whatever
// table has an org_id, now or after a later migration, has to show and take only the rows of the tenant.

type Column = { table_name: string; column_name: string; udt_name: string };

const created = await createTestDatabase();
const drop = created.drop;
const database = openDatabase({ url: created.url });
const { system } = database;
const ours = (await createOrganization(system, { name: 'Ours', credits: 5 })).id;
const { id: theirs, userId: theirUser } = await createOrganization(system, { name: 'Theirs', credits: 5 });
await insertApiKey(system, { orgId: theirs, role: 'admin', name: '' });
const tables = await tenantTables();
// Rows generated from column types alone name no existing agents or jobs.
const keys = await system.query<{ statement: string }>(
  `select format('alter table %s drop constraint %I', conrelid::regclass, conname) as statement
   from pg_constraint where contype = 'f' and conparentid = 0 and connamespace = 'public'::regnamespace`,
);
for (const { statement } of keys) await system.run(statement);

after(async () => {
  await database.close();
  await drop();
});

async function tenantTables() {
  const columns = await database.system.query<Column & { is_partition: boolean }>(
    `select c.table_name, c.column_name, c.udt_name, p.relispartition as is_partition
     from information_schema.columns c
     join pg_class p on p.relname = c.table_name and p.relnamespace = 'public'::regnamespace
     where c.table_schema = 'public' and c.is_nullable = 'NO' and c.is_generated = 'NEVER' and p.relkind in ('r', 'p')
       and exists (select from information_schema.columns o
                   where o.table_schema = 'public' and o.table_name = c.table_name and o.column_name = 'org_id')
     order by c.table_name, c.ordinal_position`,
  );
  return [...Map.groupBy(columns, (column) => column.table_name)].map(([name, own]) => ({
    name,
    columns: own,
    isPartition: own[0]!.is_partition,
  }));
}

/** Values that CHECK constraints require, by column or by table and column. A new table may need an entry here. */
const SAMPLES: Record<string, unknown> = {
  'oauth_grants.scopes': 'read',
  'screening_decisions.decision': 'false_positive',
  'screening_matches.state': 'open',
  'screening_matches.change': 'new',
  'cases.state': 'open',
  'cases.priority': 'normal',
  'knowledge_bases.status': 'drafting',
  'knowledge_drafts.status': 'ready',
  role: 'member',
  kind: 'grant',
  color: 'blue',
  origin: 'api',
  cache_outcome: 'miss',
  priority: 1,
  'archive_parts.kind': 'jobs',
  'figure_sums.slice': 'day',
  'archive_parts.state': 'writing',
  'job_queue.status': 0,
  'job_results.status': 3,
  'job_steps.status': 'succeeded',
  'job_reviews.status': 'approved',
  'review_tasks.status': 'open',
  'job_waits.kind': 'timer',
  'job_waits.status': 'open',
  'webhook_deliveries.kind': 'test',
  'webhook_deliveries.status': 'pending',
  'workspace_tables.name': 'a_table',
  'audit_seals.kind': 'head',
  'secrets.name': 'A_SECRET',
  'secrets.sealed': 'v1.x',
  'model_settings.batch_lane': 'allowed',
  'model_batches.status': 'open',
  'model_batch_calls.status': 'queued',
  'connections.config': '{}',
  'connections.auth_config': '{}',
  'connections.sealed': 'v1.x',
  'connections.status': 'active',
  'post_action_deliveries.status': 'failed',
  'schedules.catch_up': 'none',
  'schedules.overlap': 'skip',
  'schedule_runs.outcome': 'missed',
  'evaluation_cases.weight': 1,
  'evaluation_runs.repeats': 1,
  'evaluation_runs.status': 'running',
  'rehearsals.status': 'running',
  'budgets.scope': 'organization',
  'budgets.period': 'day',
  'budgets.action': 'warn',
  'alerts.kind': 'failures',
  'alerts.delivery': 'none',
  'bulk_operations.kind': 'cancel',
  'bulk_operations.status': 'planned',
  'bulk_items.status': 'pending',
  'triggers.kind': 'http',
  'trigger_runs.outcome': 'skipped',
  'table_uploads.status': 'PENDING',
  'worksheet_queries.kind': 'async',
  'worksheet_queries.status': 'PENDING',
  'table_uploads.on_bad_rows': 'text',
  'case_checks.source': 'person',
  'playbook_rehearsals.status': 'running',
  'playbook_runs.state': 'running',
  'playbook_steps.state': 'planned',
  'version_promotions.state': 'proposed',
  'connection_sign_ins.sealed': 'v1.x',
  'connection_sign_in_tries.sealed': 'v1.x',
  'connection_revocations.sealed': 'v1.x',
};
/** Nullable columns that a CHECK of their table requires. */
const OPTIONAL: Record<string, () => Record<string, unknown>> = {
  signing_keys: () => ({ sealed: 'v1.x' }),
  schedules: () => ({ cron: '0 6 * * *' }),
  version_gates: () => ({ agent_id: randomUUID() }),
  version_promotions: () => ({ agent_id: randomUUID() }),
  triggers: () => ({ token_hash: randomBytes(32), agent_id: randomUUID() }),
};
const BY_TYPE: Record<string, () => unknown> = {
  uuid: randomUUID,
  _uuid: () => [],
  text: () => randomBytes(4).toString('hex'),
  bool: () => true,
  int2: () => 1,
  int4: () => Math.floor(Math.random() * 1e9),
  int8: () => 1,
  numeric: () => 1,
  float4: () => 1,
  float8: () => 1,
  _text: () => [],
  _int2: () => [],
  _int4: () => [],
  bytea: () => randomBytes(32),
  // Part of a key, so a new one each time.
  date: () => new Date(Math.floor(Math.random() * 1e12)).toISOString().slice(0, 10),
  json: () => '[]',
  jsonb: () => '[]',
  timestamptz: () => new Date(),
};

async function insertSample(
  name: string,
  columns: Column[],
  orgId: string,
  run: (text: string, values: unknown[]) => Promise<number>,
): Promise<void> {
  const values: unknown[] = columns.map(({ column_name, udt_name }) => {
    if (column_name === 'org_id') return orgId;
    const sample = SAMPLES[`${name}.${column_name}`] ?? SAMPLES[column_name] ?? BY_TYPE[udt_name]?.();
    if (sample === undefined) throw new Error(`No sample for ${name}.${column_name} of type ${udt_name}.`);
    return sample;
  });
  const optional = OPTIONAL[name]?.() ?? {};
  values.push(...Object.values(optional));
  const names = [...columns.map(({ column_name }) => column_name), ...Object.keys(optional)].join(', ');
  const places = values.map((_, index) => `$${index + 1}`).join(', ');
  // An account per organization exists from the start.
  await run(`insert into ${name} (${names}) values (${places}) on conflict do nothing`, values);
}

const denied = { code: '42501' };

for (const { name, columns, isPartition } of tables) {
  if (isPartition) continue;
  for (const orgId of [ours, theirs]) {
    await insertSample(name, columns, orgId, (text, values) => system.run(text, values));
  }
}

test('every table with an org_id has row-level security', async () => {
  assert.ok(tables.length >= 23, `only ${tables.length} tables found`);
  const open = await database.system.query<{ relname: string }>(
    `select relname from pg_class
     where relname = any($1) and relnamespace = 'public'::regnamespace and not relrowsecurity and not relispartition`,
    [tables.map(({ name }) => name)],
  );
  assert.deepEqual(open, []);
});

test('a statement without a condition sees no row of another organization', async () => {
  for (const { name, isPartition } of tables) {
    const read = () => database.tenant(ours).query<{ org_id: string }>(`select org_id from ${name}`);
    if (isPartition) {
      await assert.rejects(read, denied, `${name} can only be read through its parent`);
      continue;
    }
    const [there] = await database.system.query<{ count: number }>(
      `select count(*) as count from ${name} where org_id = $1`,
      [theirs],
    );
    assert.ok(there!.count > 0, `${name} has rows to hide`);
    for (const row of await read()) assert.equal(row.org_id, ours, name);
  }
});

test('without an organization nothing is seen', async () => {
  for (const { name } of tables.filter(({ isPartition }) => !isPartition)) {
    assert.deepEqual(await database.tenant('').query(`select org_id from ${name}`), [], name);
  }
});

test('a row for another organization cannot be inserted', async () => {
  for (const { name, columns } of tables) {
    const insert = insertSample(name, columns, theirs, (text, values) =>
      database.tenant(ours).run(text.replace(' on conflict do nothing', ''), values),
    );
    await assert.rejects(insert, denied, name);
  }
});

test('rows of another organization cannot be changed, deleted or taken over', async () => {
  const proofs = ['audit_heads', 'audit_seals', 'erasure_certificates'];
  const figures = [
    'job_figures',
    'job_figures_removed',
    'figure_sums',
    'figure_changes',
    'figure_coverage',
    'key_figures_removed',
    'model_figures',
    'model_figures_removed',
    'archive_figures',
  ];
  const archive = ['archive_parts', 'archive_garbage', 'archive_skipped'];
  // Append-only, or set by operators.
  const unchangeable = [
    'credit_ledger',
    'audit_log',
    'policy_versions',
    'playbook_versions',
    'skill_versions',
    'screening_list_versions',
    'case_notes',
    'case_decisions',
    'case_events',
    'sql_limits',
    ...figures,
    ...proofs,
    ...archive,
  ];
  for (const { name } of tables.filter(({ isPartition }) => !isPartition)) {
    const before = await everything(name);
    const attempts = [`update ${name} set org_id = org_id`, `delete from ${name}`];
    for (const statement of attempts) {
      const attempt = database.tenant(ours).tx(async (tx) => {
        await tx.run(statement);
        throw new Error('undone');
      });
      // Words of models are written by workers and only erased for a tenant.
      const isDenied = unchangeable.includes(name) || statement.startsWith('update job_deltas');
      await assert.rejects(attempt, isDenied ? denied : /undone/, statement);
    }
    const gift = `update ${name} set org_id = '${theirs}'`;
    await assert.rejects(database.tenant(ours).run(gift), denied, gift);
    if (!unchangeable.includes(name)) await database.tenant(ours).run(`delete from ${name}`);
    assert.deepEqual(await everything(name), before, name);
  }
  async function everything(name: string) {
    return database.system.query(`select t.*, t.xmin::text from ${name} t where org_id = $1 order by t::text`, [
      theirs,
    ]);
  }
});

test('another organization itself cannot be seen or changed, nor may one be added', async () => {
  const tenant = database.tenant(ours);
  assert.deepEqual(await tenant.query('select id from organizations'), [{ id: ours }]);
  assert.equal(await tenant.run(`update organizations set name = 'taken'`), 1);
  const [other] = await database.system.query<{ name: string }>('select name from organizations where id = $1', [
    theirs,
  ]);
  assert.equal(other!.name, 'Theirs');
  await assert.rejects(tenant.run(`insert into organizations (id, name) values (gen_random_uuid(), 'x')`), denied);
  await assert.rejects(tenant.run('delete from organizations'), denied);
});

test('users: only those of the organization, never a password hash, never a change', async () => {
  const tenant = database.tenant(ours);
  assert.deepEqual(await tenant.query('select id from users where id = $1', [theirUser]), []);
  await assert.rejects(tenant.query('select password_hash from users'), denied);
  await assert.rejects(tenant.query('select * from users'), denied);
  await assert.rejects(tenant.run(`update users set email = 'x@example.com'`), denied);
  await assert.rejects(tenant.run(`insert into users (email) values ('x@example.com')`), denied);
});

test('tables without an organization are out of reach: secrets, migrations, workers, tries to sign in, logins, directories', async () => {
  for (const name of [
    'installation',
    'schema_migrations',
    'schema_expansions',
    'workers',
    'sign_in_tries',
    'login_requests',
    'used_sign_ins',
    'scim_tokens',
    'scim_users',
    'scim_groups',
    'scim_members',
  ]) {
    await assert.rejects(database.tenant(ours).query(`select from ${name}`), denied, name);
  }
});
