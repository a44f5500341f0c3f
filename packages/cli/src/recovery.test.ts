import assert from 'node:assert/strict';
import { mkdir, readdir, readFile, rename, rm, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { after, afterEach, before, test } from 'node:test';
import pg from 'pg';
import { createTestDatabase } from '../../server/test/databases.ts';
import { until } from '../../server/test/until.ts';
import { errand, errandJson, startServer, withFolder } from '../test/cli.ts';

const KEY = 'a-key-of-the-first-organization-known-before';
const bearer = { authorization: `Bearer ${KEY}` };

let database: Awaited<ReturnType<typeof createTestDatabase>>;
let other: Awaited<ReturnType<typeof createTestDatabase>>;
before(async () => {
  [database, other] = [await createTestDatabase(), await createTestDatabase()];
});
after(async () => {
  await database.drop();
  await other.drop();
});

/** Starts a server that is stopped even if the test fails. */
async function start(env: NodeJS.ProcessEnv) {
  const server = await startServer(env);
  running.add(server);
  const stop = async (): Promise<void> => {
    server.send('SIGINT');
    await server.exit;
    running.delete(server);
  };
  return { ...server, stop };
}
const running = new Set<Awaited<ReturnType<typeof startServer>>>();
afterEach(() => {
  for (const server of running) server.send('SIGKILL');
});

const AGENT = {
  name: 'Note',
  engine_class_id: 'TemplateEngine',
  input_definitions: [{ key: 'scan', data_type: 'image/*', description: 'A picture' }],
  engine_config: { template: 'Seen: ${scan}' },
};

/** Prepares an installation with an ended job that has a file. */
async function prepare(env: NodeJS.ProcessEnv, storage: string) {
  const server = await start(env);
  const post = async (path: string, body: FormData | string) => {
    const headers = { ...bearer, ...(typeof body === 'string' && { 'content-type': 'application/json' }) };
    const answer = await fetch(server.address + path, { method: 'POST', headers, body });
    assert.ok(answer.ok, await answer.clone().text());
    return answer;
  };
  const agent = (await (await post('/v1/agents/', JSON.stringify(AGENT))).json()) as { id: string };
  const form = new FormData();
  form.set('scan', new Blob(['Ada of the file']), 'scan.png');
  await post(`/v1/agents/run/${agent.id}/`, form);
  const [file] = await query<{ id: string; storage_key: string; job_id: string }>(
    'select f.id, f.storage_key, j.job_id from files f join job_files j on j.file_id = f.id',
  );
  assert.equal(await readFile(join(storage, file!.storage_key), 'utf8'), 'Ada of the file');
  await server.stop();
  return file!;
}

async function query<T extends object>(text: string, url = database.url): Promise<T[]> {
  const client = new pg.Client({ connectionString: url });
  await client.connect();
  try {
    return (await client.query<T>(text)).rows;
  } finally {
    await client.end();
  }
}

test('a restore is checked against its storage: what is missing, deleted, changed or of another installation is said', () =>
  withFolder(async (folder) => {
    const storage = join(folder, 'storage');
    const env = {
      DATABASE_URL: database.url,
      ERRAND_DATA_DIR: folder,
      ERRAND_STORAGE: storage,
      ERRAND_BOOTSTRAP_API_KEY: KEY,
      LOG_LEVEL: 'silent',
    };
    const file = await prepare(env, storage);
    const path = join(storage, file.storage_key);

    const manifest = join(folder, 'storage.jsonl');
    const listed = await errandJson(['backup', 'manifest', manifest, '--hashes'], env);
    assert.equal(listed.objects, 1);
    const fits = await errandJson(['restore', 'check', '--hashes', '--manifest', manifest], env);
    assert.equal(fits.ok, true, JSON.stringify(fits));
    assert.equal(fits.named, 1);

    // An incomplete file is not a manifest.
    const cut = join(folder, 'cut.jsonl');
    await writeFile(cut, (await readFile(manifest, 'utf8')).split('\n').slice(0, 2).join('\n'));
    const halfDone = await errand(['restore', 'check', '--manifest', cut], env);
    assert.deepEqual([halfDone.code, /is not a complete manifest/.test(halfDone.stderr)], [5, true], halfDone.stderr);

    // The length is the same, so only the hash shows the change.
    const content = await readFile(path, 'utf8');
    await writeFile(path, content.replace('Ada', 'Bob'));
    const altered = await errand(['restore', 'check', '--hashes'], env);
    assert.equal(altered.code, 1);
    assert.match(altered.stdout, /✗ Hashes .*1 of 1 objects differ from what was written/);
    await writeFile(path, content.slice(1));
    assert.match((await errand(['restore', 'check'], env)).stdout, /✗ Changed content +1 objects/);
    await writeFile(path, content);

    // Content that was deleted after the restored time comes back.
    await rm(join(storage, 'deleted'), { recursive: true, force: true });
    const day = join(storage, 'deleted', '2026-01-02', file.storage_key);
    await mkdir(join(day, '..'), { recursive: true });
    await rename(path, day);
    const deleted = await errand(['restore', 'check'], env);
    assert.equal(deleted.code, 1);
    assert.match(deleted.stdout, /✗ Deleted content +1 objects[^\n]*\n {2}→ Run npx errand restore check --repair/);
    const back = await errandJson(['restore', 'check', '--repair'], env);
    assert.deepEqual(back.repaired, { taken_back: 1, marked: 0, jobs: 0 });
    assert.equal(await readFile(path, 'utf8'), content);

    // Lost content is reported with the job that it belongs to.
    await rm(path);
    assert.match((await errand(['restore', 'check'], env)).stdout, /✗ Missing content +1 objects/);
    const marked = await errandJson(['restore', 'check', '--repair'], env);
    assert.deepEqual([marked.ok, marked.repaired], [true, { taken_back: 0, marked: 1, jobs: 1 }]);
    const again = await start(env);
    const gone = await fetch(`${again.address}/v1/files/${file.id}/content/`, { headers: bearer });
    assert.equal(gone.status, 410);
    const job = await (await fetch(`${again.address}/v1/agents/jobs/${file.job_id}/`, { headers: bearer })).text();
    assert.match(job, /Content of this job was lost/);
    await again.stop();
  }));

test('the storage of another installation is refused by a start and by a repair, unless the operator says so', () =>
  withFolder(async (folder) => {
    const storage = join(folder, 'storage');
    const base = {
      ERRAND_DATA_DIR: folder,
      ERRAND_STORAGE: storage,
      ERRAND_BOOTSTRAP_API_KEY: KEY,
      LOG_LEVEL: 'silent',
    };
    const [env, strange] = [
      { ...base, DATABASE_URL: database.url },
      { ...base, DATABASE_URL: other.url },
    ];
    assert.equal((await errand(['restore', 'adopt'], env)).code, 0);
    const refused = await errand(['serve'], { ...strange, PORT: '0' });
    assert.equal(refused.code, 3);
    assert.match(refused.stderr, /✗ The storage belongs to the installation .* npx errand restore adopt/);
    const checked = await errand(['restore', 'check'], strange);
    assert.equal(checked.code, 1);
    assert.match(checked.stdout, /✗ Installation/);
    assert.equal((await errand(['restore', 'check', '--repair'], strange)).code, 3);
    const adopted = await errandJson(['restore', 'adopt'], strange);
    assert.notEqual(adopted.before, adopted.installation_id);
    assert.equal((await errand(['restore', 'check'], strange)).code, 0);
  }));

test('a database that is older than its storage is told: in the banner, the log and the audit log', () =>
  withFolder(async (folder) => {
    const storage = join(folder, 'storage');
    const env = {
      DATABASE_URL: database.url,
      ERRAND_DATA_DIR: folder,
      ERRAND_STORAGE: storage,
      ERRAND_BOOTSTRAP_API_KEY: KEY,
    };
    assert.equal((await errand(['restore', 'adopt'], env)).code, 0);
    await query(
      `update installation set value = '{"number": 0, "at": "2026-01-02T03:04:05.000Z"}' where name = 'storage_mark'`,
    );
    const restored = await start(env);
    assert.match(restored.banner, /Restored +the database goes back to 2026-01-02T03:04:05.000Z/);
    await until(async () => /"event":"database.restored"/.test(restored.said().stderr), 'the line of the log');
    const entries = await query(`select from audit_log where action = 'installation.restored'`);
    assert.ok(entries.length > 0);
    await restored.stop();
    const next = await start(env);
    assert.doesNotMatch(next.banner, /Restored/);
    await next.stop();
    assert.deepEqual(
      (await readdir(storage)).filter((name) => name === 'installation.json'),
      ['installation.json'],
    );
  }));
