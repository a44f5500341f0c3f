import { spawn } from 'node:child_process';
import { createServer } from 'node:net';
import { join } from 'node:path';
import { setTimeout as delay } from 'node:timers/promises';

// Restate: its server runs in a separate process and keeps the journal. This process serves the handler.

type Context = { run<T>(name: string, work: () => Promise<T>): Promise<T> };
type Sdk = {
  service(definition: object): object;
  serve(options: { services: object[]; port: number }): Promise<number>;
};

const START_MS_MAX = 60_000;
const modules = join(import.meta.dirname, '..', 'node_modules');
const [handlerPort, ingressPort, adminPort, nodePort] = await findPorts(4);

// Not a plain import, because the package is only installed for comparisons.
const { service, serve } = (await import(['@restatedev', 'restate-sdk'].join('/'))) as Sdk;
const bench = service({
  name: 'bench',
  handlers: {
    async run(context: Context, body: { inputs: { text: string } }) {
      const outputs = [];
      for (let step = 1; step <= 3; step += 1) {
        outputs.push(await context.run(`step-${step}`, async () => ({ step, input: body.inputs.text })));
      }
      return { outputs };
    },
  },
});
await serve({ services: [bench], port: handlerPort! });

const binary = `restate-server-${process.platform}-${process.arch}`;
const server = spawn(join(modules, '@restatedev', binary, 'bin', 'restate-server'), ['--no-logo'], {
  stdio: ['ignore', 'ignore', 'inherit'],
  env: {
    ...process.env,
    RESTATE_BASE_DIR: join(process.env.ERRAND_DATA_DIR!, 'restate'),
    RESTATE_LISTEN_MODE: 'tcp',
    RESTATE_BIND_IP: '127.0.0.1',
    RESTATE_BIND_PORT: String(nodePort),
    RESTATE_ADVERTISED_HOST: '127.0.0.1',
    RESTATE_INGRESS__BIND_PORT: String(ingressPort),
    RESTATE_ADMIN__BIND_PORT: String(adminPort),
    RESTATE_DISABLE_TELEMETRY: 'true',
    RUST_LOG: 'error',
  },
});
const end = (): void => {
  server.kill('SIGKILL');
  process.exit();
};
process.once('SIGTERM', end);
process.once('disconnect', end);
server.once('exit', () => process.exit(1));
await register();
process.send!({ port: ingressPort });

async function register(): Promise<void> {
  const endsAt = Date.now() + START_MS_MAX;
  for (;;) {
    const answer = await fetch(`http://127.0.0.1:${adminPort}/deployments`, {
      method: 'POST',
      headers: { 'content-type': 'application/json' },
      body: JSON.stringify({ uri: `http://127.0.0.1:${handlerPort}` }),
    }).catch((error: Error) => error);
    if (answer instanceof Response && answer.ok) return;
    const reason = answer instanceof Response ? await answer.text() : answer.message;
    if (Date.now() > endsAt) throw new Error(`Restate took no handler: ${reason}`);
    await delay(200);
  }
}

/** Finds free ports, because the server cannot report which ones it chose itself. */
async function findPorts(count: number): Promise<number[]> {
  const servers = await Promise.all(
    Array.from({ length: count }, async () => {
      const one = createServer();
      await new Promise<void>((resolve) => one.listen(0, '127.0.0.1', resolve));
      return one;
    }),
  );
  const ports = servers.map((one) => (one.address() as { port: number }).port);
  for (const one of servers) one.close();
  return ports;
}
