import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import type { AddressInfo } from 'node:net';
import { createServer } from 'node:net';
import { join } from 'node:path';
import { type Harness, until } from '../../server/test/harness.ts';

const program = join(import.meta.dirname, '../../cli/src/main.ts');

/** A server that can be killed: a separate process on the harness's data, always on the same port. */
export type ServerProcess = { url: string; start(env?: NodeJS.ProcessEnv): Promise<void>; kill(): Promise<void> };

export async function createServerProcess(harness: Harness): Promise<ServerProcess> {
  const port = await findPort();
  const url = `http://127.0.0.1:${port}`;
  let child: ChildProcess | undefined;
  return {
    url,
    async start(env = {}) {
      child = spawn(process.execPath, [program, 'serve', '--role', 'api'], {
        stdio: 'ignore',
        env: {
          ...process.env,
          PORT: String(port),
          DATABASE_URL: harness.databaseUrl,
          ERRAND_DATA_DIR: harness.dataDir,
          ERRAND_DRAIN_SECONDS: '0',
          ERRAND_SQL_WARM: '0',
          LOG_LEVEL: 'silent',
          ...env,
        },
      });
      await until(
        () =>
          fetch(`${url}/health/`).then(
            ({ ok }) => ok,
            () => false,
          ),
        'the server process',
        60_000,
      );
    },
    async kill() {
      if (child === undefined || child.exitCode !== null || child.signalCode !== null) return;
      child.kill('SIGKILL');
      await once(child, 'exit');
    },
  };
}

async function findPort(): Promise<number> {
  const server = createServer().listen(0, '127.0.0.1');
  await once(server, 'listening');
  const { port } = server.address() as AddressInfo;
  server.close();
  await once(server, 'close');
  return port;
}
