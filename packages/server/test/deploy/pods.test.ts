import assert from 'node:assert/strict';
import { type ChildProcess, execFile, spawn } from 'node:child_process';
import { once } from 'node:events';
import { mkdtemp, rm } from 'node:fs/promises';
import { createServer } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { test } from 'node:test';
import { promisify } from 'node:util';
import { createTestDatabase } from '../databases.ts';
import { until } from '../until.ts';
import { ofKind, openHelm, secret, type Thing } from './chart.ts';

// Pods of the chart as plain processes: commands, settings and secrets are those that Helm has rendered.

const run = promisify(execFile);
const main = join(import.meta.dirname, '../../../cli/src/main.ts');
const apiKey = 'key-of-the-first-organization-0123456789';

test('with what the chart gives them, the migration ends, and API and worker answer their probes on the inner port only', async (context) => {
  const helm = await openHelm();
  context.after(() => helm.remove());
  if (helm.skip !== undefined) return context.skip(helm.skip);
  const database = await createTestDatabase();
  context.after(() => database.drop());
  const folder = await mkdtemp(join(tmpdir(), 'errand-pods-'));
  context.after(() => rm(folder, { recursive: true, force: true }));
  const keys = { ERRAND_SECRET_KEY: secret, ERRAND_JWT_SECRET: secret, ERRAND_BOOTSTRAP_API_KEY: apiKey };
  const things = await helm.render({
    secrets: { values: { DATABASE_URL: database.url, ...keys } },
    storage: { claim: 'shared' },
    env: { LOG_LEVEL: 'info' },
    stop: { drainSeconds: 0, jobSeconds: 1 },
  });

  const job = readContainer(things, ofKind(things, 'Job')[0]!);
  const base = { PATH: process.env.PATH, ERRAND_DATA_DIR: join(folder, 'job') };
  const migrated = await run(process.execPath, [main, ...job.args], { env: { ...base, ...job.env } });
  assert.match(migrated.stdout + migrated.stderr, /up to date/);

  for (const name of ['demo-errand-api', 'demo-errand-worker']) {
    const found = readContainer(things, ofKind(things, 'Deployment').find(({ metadata }) => metadata.name === name)!);
    const [port, inner] = [await freePort(), await freePort()];
    const places = { ERRAND_DATA_DIR: join(folder, name), ERRAND_STORAGE: join(folder, 'storage'), HOST: '127.0.0.1' };
    assert.equal(found.env.ERRAND_STORAGE, '/storage');
    const env = { ...base, ...found.env, ...places, PORT: String(port), ERRAND_INTERNAL_PORT: String(inner) };
    const pod = startPod([main, ...found.args], env);
    context.after(() => pod.child.kill('SIGKILL'));
    for (const probe of found.probes) await until(() => answers(inner, probe, pod), `${name} ${probe}`);
    assert.equal((await fetch(`http://127.0.0.1:${port}/metrics`)).status, 404);
    if (name.endsWith('api')) {
      const headers = { authorization: `Bearer ${apiKey}` };
      assert.equal((await fetch(`http://127.0.0.1:${port}/v1/agents/`, { headers })).status, 200);
    }
    pod.child.kill('SIGTERM');
    const [code] = await pod.exit;
    assert.equal(code, 0, pod.said());
    assert.doesNotMatch(pod.said(), /config\.ignored/);
    assert.ok(!pod.said().includes(secret));
  }
});

type Container = { args: string[]; env: Record<string, string>; probes: string[] };

/** Settings as the kubelet would make them: those of the Secret, then the container's own. */
function readContainer(things: Thing[], { spec }: Thing): Container {
  const [container] = spec.template.spec.containers;
  const secrets = container.envFrom.flatMap(({ secretRef }: { secretRef: { name: string } }) =>
    Object.entries(ofKind(things, 'Secret').find(({ metadata }) => metadata.name === secretRef.name)!.data!),
  ) as [string, string][];
  const own: { name: string; value: string }[] = container.env ?? [];
  return {
    args: container.args,
    env: {
      ...Object.fromEntries(secrets.map(([name, value]) => [name, Buffer.from(value, 'base64').toString()])),
      ...Object.fromEntries(own.map(({ name, value }) => [name, value])),
    },
    probes: ['startupProbe', 'livenessProbe', 'readinessProbe']
      .map((probe) => container[probe]?.httpGet)
      .filter((get) => get?.port === 'internal')
      .map(({ path }: { path: string }) => path),
  };
}

type Pod = { child: ChildProcess; exit: Promise<unknown[]>; said(): string };

function startPod(args: string[], env: NodeJS.ProcessEnv): Pod {
  const child = spawn(process.execPath, args, { env });
  let said = '';
  for (const stream of [child.stdout, child.stderr])
    stream.on('data', (chunk) => {
      said += chunk;
    });
  return { child, exit: once(child, 'close'), said: () => said };
}

async function answers(port: number, path: string, { child, said }: Pod): Promise<boolean> {
  if (child.exitCode !== null) throw new Error(said());
  const response = await fetch(`http://127.0.0.1:${port}${path}`).catch(() => undefined);
  await response?.body?.cancel();
  return response?.status === 200;
}

async function freePort(): Promise<number> {
  const server = createServer();
  await once(server.listen(0, '127.0.0.1'), 'listening');
  const { port } = server.address() as { port: number };
  await once(server.close(), 'close');
  return port;
}
