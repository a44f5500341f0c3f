import assert from 'node:assert/strict';
import { randomUUID } from 'node:crypto';
import { existsSync, mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { test } from 'node:test';
import pg from 'pg';
import { openDatabase } from '#platform/db.ts';
import { MigrationError, readSchemaState } from '#platform/migrate.ts';
import { contractSchema } from '../../src/operator/contract-schema.ts';
import { runChecks } from '../../src/operator/doctor/check.ts';
import { domainChecks } from '../../src/operator/doctor/domain-checks.ts';
import { request } from '../harness.ts';
import { until } from '../until.ts';
import { startReceiver } from '../webhooks/receiver.ts';
import { type Load, startLoad } from './load.ts';
import { type Member, startMember } from './members.ts';
import { listOtherDependencies, unpackPreviousRelease, whyMissing } from './previous-release.ts';

const CURRENT = join(import.meta.dirname, '../../../cli/src/main.ts');
const API_KEY = 'a key for both releases of this test';
/** Jobs that each stage sees at least, from each side. */
const JOBS_MIN = 5;

const missing = whyMissing() ?? (await whyOtherDependencies());

async function whyOtherDependencies(): Promise<string | undefined> {
  const others = await listOtherDependencies();
  return others.length > 0 ? `the previous release needs packages that are not here: ${others.join(', ')}` : undefined;
}

test('the previous release and this one share the work under load, up, down and up again: nothing lost, doubled or refused', {
  skip: missing ?? false,
  timeout: 1_200_000,
}, async (t) => {
  const folder = mkdtempSync(join(tmpdir(), 'errand-upgrade-'));
  const name = `upgrade_${randomUUID().replaceAll('-', '')}`;
  const adminUrl = process.env.ERRAND_TEST_DATABASE_URL!;
  const url = Object.assign(new URL(adminUrl), { pathname: `/${name}` }).href;
  const admin = new pg.Client({ connectionString: adminUrl });
  await admin.connect();
  await admin.query(`create database ${name}`);
  const receiver = await startReceiver();
  const started: Member[] = [];
  let load: Load | undefined;
  t.after(async () => {
    await load?.use([]);
    await load?.stop();
    for (const member of started) member.kill();
    await receiver.stop();
    await admin.query(`drop database ${name} with (force)`);
    await admin.end();
    rmSync(folder, { recursive: true, force: true });
  });

  const previous = await unpackPreviousRelease(folder);
  const counted = join(folder, 'counted');
  async function start(release: 'old' | 'new', role: 'all' | 'api' | 'worker', id: string): Promise<Member> {
    const env = {
      DATABASE_URL: url,
      ERRAND_STORAGE: join(folder, 'storage'),
      ERRAND_BOOTSTRAP_API_KEY: API_KEY.replaceAll(' ', '-'),
      ERRAND_JWT_SECRET: 'a secret of both releases for tokens',
      ERRAND_SECRET_KEY: 'a key of both releases for secrets',
      ERRAND_OUTBOUND_ALLOW: '127.0.0.0/8',
      ERRAND_ENGINE_MODULES: join(import.meta.dirname, 'counting-engine.js'),
      ERRAND_SQL_WARM: '0',
      ERRAND_DRAIN_SECONDS: '0',
      COUNTED_FILE: counted,
      COUNTED_AS: release,
    };
    const program = release === 'old' ? previous : CURRENT;
    const options = { name: `${release}-${id}`, program, role, folder, env };
    // On a busy machine a first connection may take too long: who supervises processes starts them again.
    const member = await startMember(options).catch((error: Error) => {
      if (!/timeout expired|cannot be reached/.test(error.message)) throw error;
      return startMember(options);
    });
    started.push(member);
    return member;
  }
  const runs = (): string[] => (existsSync(counted) ? readFileSync(counted, 'utf8').trim().split('\n') : []);
  /** Both accept and both run: counted from now on. */
  async function untilWorked(members: Member[], releases: ('old' | 'new')[]): Promise<void> {
    const [ran, taken] = [runs().length, load!.accepted.size];
    await until(
      async () => {
        const [later, names] = [runs().slice(ran), [...load!.accepted.values()].slice(taken)];
        return (
          load!.problems.length > 0 ||
          (releases.every((one) => later.filter((line) => line.startsWith(one)).length >= JOBS_MIN) &&
            members.every((one) => names.filter((by) => by === one.name).length >= JOBS_MIN)) ||
          undefined
        );
      },
      `work of ${releases.join(' and ')}`,
      180_000,
    );
    assert.deepEqual(load!.problems, []);
  }

  const key = API_KEY.replaceAll(' ', '-');
  const oldApi = await start('old', 'api', 'api');
  const oldWorker = await start('old', 'worker', 'worker');
  const ask = (member: Member, path: string, body: unknown, headers = {}) =>
    request(member.baseUrl, key, 'POST', path, body, headers);
  const agent = await ask(oldApi, '/v1/agents/', { name: 'Count', engine_class_id: 'CountingEngine' });
  assert.equal(agent.status, 201, agent.text);
  const hook = await ask(oldApi, '/v1/webhooks/', { name: 'Hook', url: receiver.url, agent_ids: [agent.body.id] });
  assert.equal(hook.status, 201, hook.text);
  load = startLoad(key, agent.body.id);
  await load.use([oldApi]);
  await untilWorked([oldApi], ['old']);

  // This release expands the schema under the running previous one.
  const first = await start('new', 'all', 'first');
  assert.equal((await readSchemaState(url)).isOpen, true);
  await load.use([oldApi, first]);
  await untilWorked([oldApi, first], ['old', 'new']);
  const keyed = { 'idempotency-key': 'once for both' };
  const path = `/v1/agents/run/${agent.body.id}/async/`;
  const twice = [await ask(oldApi, path, { text: 'keyed' }, keyed), await ask(first, path, { text: 'keyed' }, keyed)];
  assert.deepEqual(twice[0]!.body, twice[1]!.body, 'one key, one job, whichever release is asked');
  load.accepted.set('keyed', 'both');

  // What the previous one uses stays while it runs.
  const database = openDatabase({ url, systemConnectionsMax: 2, tenantConnectionsMax: 1, queueConnectionsMax: 1 });
  t.after(() => database.close());
  await assert.rejects(
    contractSchema(database.system, url),
    (error: Error) => error instanceof MigrationError && /previous release is still running/.test(error.message),
  );
  await load.use([first]);
  await oldApi.stop();
  await oldWorker.stop();
  await untilWorked([first], ['new']);

  // Back: the previous release starts on the schema of this one, and takes over.
  const again = await start('old', 'all', 'again');
  await load.use([again, first]);
  await untilWorked([again, first], ['old', 'new']);
  await load.use([again]);
  await first.stop();
  await untilWorked([again], ['old']);

  // And forth, for good.
  const second = await start('new', 'all', 'second');
  await load.use([second]);
  await again.stop();
  await contractSchema(database.system, url);
  await untilWorked([second], ['new']);
  await assert.rejects(start('old', 'all', 'late'), /migrated by a newer version of errand/);

  await load.use([]);
  await load.stop();
  const [total] = await until(async () => {
    const rows = await database.system.query<{ waiting: number; ended: number; good: number }>(
      `select (select count(*) from job_queue) as waiting, count(*) as ended,
         count(*) filter (where status = 3) as good from job_results`,
    );
    return rows[0]!.waiting === 0 ? rows : undefined;
  }, 'every job to end');
  assert.deepEqual([total!.ended, total!.good], [load.accepted.size, load.accepted.size]);
  const texts = runs().map((line) => line.split(' ')[1]);
  assert.deepEqual(texts.toSorted(), [...load.accepted.keys()].toSorted(), 'each ran once');
  await until(
    async () =>
      new Set(receiver.received.map(({ body }) => JSON.parse(body).job.id)).size === total!.ended || undefined,
    'a delivery for each job',
  );
  assert.equal(receiver.received.length, total!.ended, 'and one only');
  const findings = await runChecks(domainChecks(database));
  assert.deepEqual(
    findings.filter(({ ok, name }) => !ok && name !== 'Workers'),
    [],
  );
  for (const member of started) assert.deepEqual(member.errors, [], member.name);
  await second.stop();
});
