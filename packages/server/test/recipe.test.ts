import assert from 'node:assert/strict';
import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { cp, mkdir, readdir, readFile, symlink, writeFile } from 'node:fs/promises';
import { dirname, join } from 'node:path';
import { text } from 'node:stream/consumers';
import { test } from 'node:test';
import { startServer } from '../../cli/test/cli.ts';
import { createTestDatabase, makeFolder, request, SECRET_KEY, stopAtEnd, until } from './harness.ts';

// Follows adding-a-domain.md in a copy of the repository: writes its files, adds its lines, generates, and uses the result.

const repository = join(import.meta.dirname, '../../..');
const copy = await makeFolder();
const { files, lines } = readRecipe(await readFile(join(import.meta.dirname, '../adding-a-domain.md'), 'utf8'));
await copyRepository();
for (const { path, content } of files) await write(path, content);
for (const line of lines) await addLine(line);
await succeed('packages/sdk/generate/generate.ts');

const database = await createTestDatabase();
stopAtEnd({ stop: database.drop });
const env = {
  DATABASE_URL: database.url,
  ERRAND_DATA_DIR: join(copy, 'data'),
  ERRAND_SECRET_KEY: SECRET_KEY,
  ERRAND_CONSOLE_DIR: join(import.meta.dirname, 'console'),
  XDG_CONFIG_HOME: copy,
};
const cli = 'packages/cli/src/main.ts';

test('a domain with versions, leased work, a list page and commands is six files, and ten lines in lists', () => {
  assert.deepEqual([files.length, lines.length], [6, 10]);
});

test('what the page says passes the checks of format, layers and types', async () => {
  const changed = [...files, ...lines]
    .map(({ path }) => path)
    .filter((path) => path.endsWith('ts') || path.endsWith('tsx'));
  await succeed('node_modules/@biomejs/biome/bin/biome', ['ci', '--error-on-warnings', ...new Set(changed)]);
  await succeed('scripts/layers.ts');
  const tsc = 'node_modules/@typescript/native/bin/tsc';
  await succeed(tsc, ['--project', 'packages/console', '--incremental', 'false']);
  // The app declares what routes find on it. The rest of the server is not checked again: the service below runs it.
  const include = ['reminders', 'http/app.ts'].map((path) => `packages/server/src/${path}`);
  await writeFile(join(copy, 'server.json'), JSON.stringify({ extends: './tsconfig.json', include }));
  await succeed(tsc, ['--project', 'server.json', '--incremental', 'false']);
});

test('its operations follow the rules of the contract, and each has a command', async () => {
  const rules = ['operations', 'access', 'work'].map((name) => `packages/contract/src/operations/${name}.test.ts`);
  const commands = 'packages/cli/src/operations/add-operations.test.ts';
  await succeed('--test', ['--test-isolation=none', ...rules, commands]);
});

test('its tables are those that the registry knows', async () => {
  const { applied } = JSON.parse(await succeed(cli, ['migrate', '--json'], env));
  assert.match(applied.join(), /^\d{4}_reminders\.sql$/);
  const template = new URL(database.url).pathname.slice(1);
  const registry = ['domains', 'writers'].map((name) => `packages/server/src/registry/${name}.test.ts`);
  await succeed('--test', registry, { ...process.env, ERRAND_TEST_TEMPLATE: template });
});

test('its routes, versions, work and commands do what the page says', async (context) => {
  const createKey = async (name: string): Promise<string> =>
    JSON.parse(await succeed(cli, ['org', 'create', name, '--json'], env)).api_key;
  const [key, strange] = [await createKey('Acme'), await createKey('Other')];
  const { address, send, exit } = await startServer(env, [], join(copy, cli));
  context.after(() => {
    send('SIGTERM');
    return exit;
  });
  const call = async (status: number, method: string, path: string, body?: unknown) => {
    const answer = await request(address, key, method, `/v1/reminders/${path}`, body);
    assert.equal(answer.status, status, `${method} ${path}: ${answer.text}`);
    return answer.body;
  };
  const errand = (...args: string[]) =>
    succeed(cli, ['reminders', ...args], { ...env, ERRAND_URL: address, ERRAND_API_KEY: key });

  const { id, current_version_id: first } = await call(201, 'POST', '', { name: 'Certificate', body: 'In a week.' });
  await call(400, 'POST', '', { name: ' ', body: 'In a week.' });
  await call(404, 'GET', `${first}/`);
  assert.equal((await request(address, strange, 'GET', `/v1/reminders/${id}/`)).status, 404);
  assert.deepEqual((await call(200, 'GET', '')).results, [await call(200, 'GET', `${id}/`)]);
  assert.match(await errand('list'), new RegExp(`${id} +Certificate`));

  const remind = async () => {
    const { id: dateId } = await call(201, 'POST', `${id}/dates/`, { due_at: '2026-01-05T09:12:44Z' });
    return until(async () => {
      const { results } = await call(200, 'GET', `${id}/dates/`);
      return results.find(
        (date: { id: string; done_at: string | null }) => date.id === dateId && date.done_at !== null,
      );
    }, 'the text of the date');
  };
  const { current_version_id: second } = await call(201, 'POST', `${id}/versions/`, { body: 'Tomorrow.' });
  assert.equal((await remind()).body, 'Tomorrow.');
  await errand('set-current', 'Certificate', 'version 1');
  assert.equal((await call(200, 'GET', `${id}/`)).current_version_id, first);
  assert.equal((await remind()).body, 'In a week.');
  await call(200, 'PATCH', `${id}/set-current-version/${second}/`);
  assert.equal((await remind()).body, 'Tomorrow.');
  const { results } = await call(200, 'GET', `${id}/versions/`);
  assert.deepEqual(
    results.map((version: { id: string }) => version.id),
    [second, first],
  );

  const tries = await until(async () => {
    const { text: metrics } = await request(address, undefined, 'GET', '/metrics');
    const found = metrics.split('\n').filter((line) => line.startsWith('errand_work_tries_total{work="reminders"'));
    return /[3-9]$/.test(found.join()) && found;
  }, 'three tries');
  assert.deepEqual(tries, ['errand_work_tries_total{work="reminders",outcome="ended"} 3']);
});

type Block = { path: string; content: string };

/** A block of code begins with its language and its path. A block of `diff` has a line of the file and one to add. */
function readRecipe(markdown: string): { files: Block[]; lines: Block[] } {
  const blocks = [...markdown.matchAll(/^```(\S+) (\S+)\n(.*?)^```$/gms)];
  const all = blocks.map(([, language, path = '', content = '']) => ({ language, path, content }));
  const isLine = ({ language }: { language?: string | undefined }) => language === 'diff';
  return { files: all.filter((block) => !isLine(block)), lines: all.filter(isLine) };
}

/** Packages that are ours come from the copy, the others from the repository. */
async function copyRepository(): Promise<void> {
  const filter = (path: string) => !/\/(node_modules|ocr-weights\/weights|console\/dist.*)$/.test(path);
  for (const part of ['packages', 'scripts', 'package.json', 'tsconfig.json', 'biome.json'])
    await cp(join(repository, part), join(copy, part), { recursive: true, filter });
  await mkdir(join(copy, 'node_modules/@errand'), { recursive: true });
  for (const name of await readdir(join(repository, 'node_modules')))
    if (!['@errand', '.cache'].includes(name)) await link(`node_modules/${name}`);
  for (const name of await readdir(join(repository, 'packages')))
    await symlink(join(copy, 'packages', name), join(copy, 'node_modules/@errand', name));
  await link('packages/server/node_modules');
  await link('packages/ocr-weights/weights');
}

function link(path: string): Promise<void> {
  return symlink(join(repository, path), join(copy, path));
}

async function write(path: string, content: string): Promise<void> {
  const migrations = (await readdir(join(copy, 'packages/server/migrations'))).filter((name) => name.endsWith('.sql'));
  const next = String(Number(migrations.sort().at(-1)!.slice(0, 4)) + 1).padStart(4, '0');
  const target = join(copy, path.replace('NNNN', next));
  await mkdir(dirname(target), { recursive: true });
  await writeFile(target, content, { flag: 'wx' });
}

async function addLine({ path, content }: Block): Promise<void> {
  const parts = content.trimEnd().split('\n');
  const known = parts.filter((line) => line.startsWith(' ')).map((line) => line.slice(1));
  const target = join(copy, path);
  const before = (await readFile(target, 'utf8')).split('\n');
  assert.deepEqual([parts.length, known.length], [2, 1], `${path}: one line beside one that is there`);
  const places = before.filter((line) => line === known[0]);
  assert.equal(places.length, 1, `${path} has ${places.length} lines '${known[0]}'`);
  const added = parts.map((line) => line.slice(1));
  await writeFile(target, before.flatMap((line) => (line === known[0] ? added : [line])).join('\n'));
}

/** Runs a program of the copy and returns what it prints. */
async function succeed(program: string, args: string[] = [], environment: NodeJS.ProcessEnv = {}): Promise<string> {
  const { PATH, HOME, NODE_COMPILE_CACHE } = process.env;
  const child = spawn(process.execPath, [program, ...args], {
    cwd: copy,
    stdio: ['ignore', 'pipe', 'pipe'],
    env: { PATH, HOME, NODE_COMPILE_CACHE, NO_COLOR: '1', ...environment, NODE_TEST_CONTEXT: undefined },
  });
  const ended = once(child, 'close');
  const [stdout, stderr, [code]] = await Promise.all([text(child.stdout), text(child.stderr), ended]);
  assert.equal(code, 0, `${program} ${args.join(' ')}\n${stdout}${stderr}`);
  return stdout;
}
