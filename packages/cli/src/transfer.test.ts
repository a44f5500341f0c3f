import assert from 'node:assert/strict';
import { cp, mkdir, readFile, stat } from 'node:fs/promises';
import { join } from 'node:path';
import { after, before, test } from 'node:test';
import { prepareDataFolder } from '../../server/test/data-folder.ts';
import { createTestDatabase } from '../../server/test/databases.ts';
import { curlLine, errand, errandJson, paste, startServer, withFolder } from '../test/cli.ts';

let target: Awaited<ReturnType<typeof createTestDatabase>>;
before(async () => {
  target = await createTestDatabase();
});
after(() => target.drop());

test('an installation moves to another server: exported beside a running one, its keys work there', () =>
  withFolder(async (folder) => {
    const from = { ERRAND_DATA_DIR: join(folder, 'from'), LOG_LEVEL: 'silent' };
    const to = { ERRAND_DATA_DIR: join(folder, 'to'), LOG_LEVEL: 'silent', DATABASE_URL: target.url };
    await prepareDataFolder(from.ERRAND_DATA_DIR);
    const source = await startServer(from);
    await paste(curlLine(source.banner));
    const { api_key } = JSON.parse(await readFile(join(from.ERRAND_DATA_DIR, 'credentials.json'), 'utf8'));
    const headers = { authorization: `Bearer ${api_key}` };
    const form = new FormData();
    // More than one chunk of a stream, with bytes that look like lines of the file.
    const content = `${'x'.repeat(200_000)}\n\\.\n{"sha256":"x"}\n`;
    form.set('file', new Blob([content]), 'large.txt');
    const upload = await fetch(`${source.address}/v1/datasets/files/upload/`, { method: 'POST', headers, body: form });
    const { id: fileId } = (await upload.json()) as { id: string };
    const sealed = await fetch(`${source.address}/v1/secrets/TOKEN/`, {
      method: 'PUT',
      headers: { ...headers, 'content-type': 'application/json' },
      body: JSON.stringify({ value: 'a sealed value' }),
    });
    assert.ok(sealed.ok, await sealed.text());
    const file = join(folder, 'moved.gz');
    const exported = await errandJson(['db', 'export', file, '--files'], from);
    assert.equal((await stat(file)).mode & 0o777, 0o600);
    const again = await errand(['db', 'export', file], from);
    assert.deepEqual([again.code, again.stderr], [2, `✗ ${file} already exists. Name a new file.\n`]);
    const nowhere = await errand(['db', 'export', join(folder, 'none', 'moved.gz')], from);
    assert.equal(nowhere.code, 2);
    assert.match(nowhere.stderr, /^✗ .*moved\.gz cannot be written: .*\n$/);
    source.send('SIGINT');
    await source.exit;

    // The key of secrets is in no export.
    await mkdir(to.ERRAND_DATA_DIR, { recursive: true });
    await cp(join(from.ERRAND_DATA_DIR, 'secret.key'), join(to.ERRAND_DATA_DIR, 'secret.key'));
    const imported = await errandJson(['db', 'import', file], to);
    assert.deepEqual(imported.tables, exported.tables);
    assert.equal(imported.tables.jobs, 1);
    assert.deepEqual([imported.objects, imported.bytes], [1, content.length]);
    assert.equal((await errandJson(['restore', 'check', '--hashes'], to)).ok, true);
    const refused = await errand(['db', 'import', file], to);
    assert.equal(refused.code, 5);
    assert.match(refused.stderr, /^✗ This installation is not empty .*\n$/);

    const moved = await startServer(to);
    assert.match(moved.banner, /API key +not known on this machine/);
    const movedFile = await fetch(`${moved.address}/v1/files/${fileId}/content/`, { headers });
    assert.equal(await movedFile.text(), content);
    const answer = await fetch(`${moved.address}/v1/agents/`, { headers });
    const { results } = (await answer.json()) as { results: { name: string; job_count: number }[] };
    assert.deepEqual(
      results.map(({ name, job_count }) => ({ name, job_count })),
      [{ name: 'Greeting', job_count: 1 }],
    );
    moved.send('SIGINT');
    assert.equal(await moved.exit, 0);
    const doctor = await errand(['doctor'], to);
    assert.equal(doctor.code, 0, doctor.stdout);
  }));
