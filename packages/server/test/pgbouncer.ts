import { spawn, spawnSync } from 'node:child_process';
import { chmod, mkdtemp, rm, writeFile } from 'node:fs/promises';
import { connect, createServer, type Socket } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import pg from 'pg';
import { until } from './until.ts';

/** Why there is no PgBouncer for a test; undefined: there is one. */
export const pgBouncerMissing =
  spawnSync('pgbouncer', ['--version']).status === 0 ? undefined : 'PgBouncer is not installed';

/** PgBouncer in transaction mode before a PostgreSQL, with the settings that guides recommend. */
export async function startPgBouncer(
  databaseUrl: string,
  connections = 1,
): Promise<{ url: string; stop(): Promise<void> }> {
  const target = new URL(databaseUrl);
  const folder = await mkdtemp(join(tmpdir(), 'errand-pgbouncer-'));
  await chmod(folder, 0o755);
  const port = await findPort();
  const database = target.pathname.slice(1);
  const bridge = await startBridge(databaseUrl);
  const file = join(folder, 'pgbouncer.ini');
  await writeFile(
    file,
    `[databases]
${database} = host=127.0.0.1 port=${bridge.port} dbname=${database} user=${target.username} password=${decodeURIComponent(target.password)}
[pgbouncer]
listen_addr = 127.0.0.1
listen_port = ${port}
auth_type = any
pool_mode = transaction
default_pool_size = ${connections}
max_client_conn = 200
ignore_startup_parameters = extra_float_digits,options
unix_socket_dir =
`,
  );
  await chmod(file, 0o644);
  // It refuses to run as root.
  const isRoot = process.getuid?.() === 0;
  const child = spawn('pgbouncer', [file], { stdio: 'ignore', ...(isRoot && { uid: 65534, gid: 65534 }) });
  await until(() => canConnect(port), 'PgBouncer listens');
  target.search = '';
  target.host = `127.0.0.1:${port}`;
  return {
    url: target.href,
    async stop() {
      const ended = new Promise((resolve) => child.once('exit', resolve));
      child.kill('SIGKILL');
      await ended;
      bridge.stop();
      await rm(folder, { recursive: true, force: true });
    },
  };
}

/** The socket of the test's PostgreSQL is for its owner only, and PgBouncer runs as somebody else. */
async function startBridge(databaseUrl: string): Promise<{ port: number; stop(): void }> {
  const { host, port } = new pg.Client({ connectionString: databaseUrl });
  const sockets = new Set<Socket>();
  const server = createServer((near) => {
    const far = host.startsWith('/') ? connect(`${host}/.s.PGSQL.${port}`) : connect(port, host);
    near.pipe(far).pipe(near);
    for (const [one, other] of [
      [near, far],
      [far, near],
    ] as const) {
      sockets.add(one);
      one.on('error', () => undefined).on('close', () => other.destroy());
    }
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  return {
    port: (server.address() as { port: number }).port,
    stop() {
      for (const socket of sockets) socket.destroy();
      server.close();
    },
  };
}

function findPort(): Promise<number> {
  return new Promise((resolve) => {
    const server = createServer().listen(0, '127.0.0.1', () => {
      const { port } = server.address() as { port: number };
      server.close(() => resolve(port));
    });
  });
}

function canConnect(port: number): Promise<boolean> {
  return new Promise((resolve) => {
    const socket = connect(port, '127.0.0.1');
    socket.once('connect', () => resolve(true)).once('error', () => resolve(false));
    socket.once('connect', () => socket.destroy());
  });
}
