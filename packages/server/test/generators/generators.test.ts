import assert from 'node:assert/strict';
import { execFile } from 'node:child_process';
import { cp, mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { test } from 'node:test';
import { promisify } from 'node:util';
import { FETCH_MS, fetchNpm, fetchOnce, programsFolder } from '../fetch-programs.ts';
import { startHarness, stopAtEnd } from '../harness.ts';
import { preparePython } from '../python.ts';

// Three code generators of others, unmodified, make clients from the description. Each is compiled strictly, creates an
// agent, runs it, lists with paging and reads an error. A generator that cannot be fetched is skipped, with the reason.

const run = promisify(execFile);
const programs = join(import.meta.dirname, 'programs');

const harness = stopAtEnd(await startHarness());
const work = await mkdtemp(join(tmpdir(), 'errand-generators-'));
stopAtEnd({ stop: () => rm(work, { recursive: true, force: true }) });
const description = join(work, 'openapi.json');
await writeFile(description, await (await fetch(`${harness.baseUrl}/openapi.json`)).text());

const typescript = await fetchNpm(['openapi-typescript@7.13.0', 'openapi-fetch@0.17.0', 'typescript@5.9.3']);
const go = await fetchGo('github.com/oapi-codegen/oapi-codegen/v2/cmd/oapi-codegen@v2.8.2');
const python = await preparePython(['openapi-python-client==0.29.1', 'mypy==2.4.1']);

test('openapi-typescript: strict TypeScript', { skip: typescript.skip }, async () => {
  // Beside the packages, so that they are found; built, because Node strips no types below node_modules.
  const folder = await mkdtemp(join(typescript.folder, 'work-'));
  try {
    const bin = (name: string) => join(typescript.folder, 'node_modules', name);
    await cp(join(programs, 'main.ts.txt'), join(folder, 'main.ts'));
    await writeFile(join(folder, 'package.json'), '{"type": "module"}');
    await node([bin('openapi-typescript/bin/cli.js'), description, '-o', join(folder, 'api.ts')]);
    const types = join(import.meta.dirname, '../../../../node_modules/@types');
    const strict = [
      '--strict',
      '--exactOptionalPropertyTypes',
      '--noUncheckedIndexedAccess',
      '--skipLibCheck',
      '--target',
      'es2023',
    ];
    const modules = ['--module', 'nodenext', '--types', 'node', '--typeRoots', types, '--outDir', join(folder, 'out')];
    await node([bin('typescript/bin/tsc'), ...strict, ...modules, join(folder, 'main.ts')]);
    await check('TypeScript', (env) => node([join(folder, 'out/main.js')], env));
  } finally {
    await rm(folder, { recursive: true, force: true });
  }
});

test('oapi-codegen: Go that vet accepts', { skip: go.skip }, async () => {
  const folder = join(work, 'go');
  await cp(programs, folder, { recursive: true });
  const at = { cwd: folder, env: { ...process.env, GOFLAGS: '-mod=readonly' } };
  const output = join(folder, 'errand.gen.go');
  await execute(go.program, ['-config', 'oapi-codegen.yaml', '-o', output, description], at);
  await execute('go', ['vet', '.'], at);
  await execute('go', ['build', '-o', 'program', '.'], at);
  await check('Go', (env) => execute(join(folder, 'program'), [], { env: { ...process.env, ...env } }));
});

test('openapi-python-client: Python that strict mypy accepts', { skip: python.skip }, async () => {
  const folder = join(work, 'python');
  const config = join(work, 'python.json');
  // Its formatter only makes the files nicer.
  await writeFile(config, '{"post_hooks": []}');
  await python.run([
    ...['-m', 'openapi_python_client', 'generate', '--path', description, '--config', config],
    ...['--output-path', folder],
  ]);
  await cp(join(programs, 'main.py'), join(folder, 'main.py'));
  await python.run(['-m', 'compileall', '-q', 'errand_client'], { cwd: folder });
  await python.run(['-m', 'mypy', '--strict', '--cache-dir', join(work, 'mypy'), 'main.py'], { cwd: folder });
  await check('Python', (env) => python.run(['main.py'], { cwd: folder, env }));
});

async function check(language: string, use: (env: Record<string, string>) => Promise<string>): Promise<void> {
  const org = await harness.org();
  for (const name of ['First', 'Second'])
    await org.expect(201, 'POST', '/v1/agents/', { name, engine_class_id: 'TemplateEngine' });
  const told = JSON.parse(await use({ ERRAND_URL: harness.baseUrl, ERRAND_API_KEY: org.apiKey }));
  assert.deepEqual(
    { ...told, names: told.names.toSorted(), error: undefined },
    {
      created: `Made in ${language}`,
      output: 'Dear Ada',
      names: ['First', `Made in ${language}`, 'Second'],
      status: 400,
      error: undefined,
    },
  );
  assert.match(JSON.stringify(told.error), /name/);
}

async function execute(program: string, args: string[], options: object): Promise<string> {
  try {
    return (await run(program, args, { maxBuffer: 32 << 20, ...options })).stdout;
  } catch (error) {
    const { stdout, stderr } = error as { stdout: string; stderr: string };
    throw new Error(`${program} ${args.join(' ')}: ${stdout}${stderr}`.slice(0, 4_000));
  }
}

const node = (args: string[], env: Record<string, string> = {}): Promise<string> =>
  execute(process.execPath, args, { env: { ...process.env, ...env } });

/** Builds a program of a Go module, and fetches what the programs here need. */
async function fetchGo(module: string): Promise<{ program: string; skip: string | false }> {
  const folder = programsFolder(module);
  const skip = await fetchOnce(module, folder, async (made) => {
    const env = { ...process.env, GOBIN: made };
    await run('go', ['install', module], { env, timeout: FETCH_MS });
    await run('go', ['mod', 'download'], { cwd: programs, env, timeout: FETCH_MS });
  });
  return { program: join(folder, 'oapi-codegen'), skip };
}
