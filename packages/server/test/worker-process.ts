import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import { createInterface } from 'node:readline';
import { fileURLToPath } from 'node:url';
import { type Harness, SECRET_KEY, stopAtEnd } from './harness.ts';

export type WorkerProcess = { child: ChildProcess /** The first line that it printed. */; line: string };

/** A worker of the harness as a process of its own, made to be killed; at the latest when the tests have ended. */
export async function startWorkerProcess(
  harness: Harness,
  program: URL,
  env: NodeJS.ProcessEnv = {},
): Promise<WorkerProcess> {
  const child = spawn(process.execPath, [fileURLToPath(program)], {
    stdio: ['ignore', 'pipe', 'inherit'],
    env: {
      ...process.env,
      NODE_TEST_CONTEXT: undefined,
      PORT: '0',
      DATABASE_URL: harness.databaseUrl,
      ERRAND_ROLE: 'worker',
      ERRAND_DRAIN_SECONDS: '0',
      ERRAND_SQL_WARM: '0',
      ERRAND_SECRET_KEY: SECRET_KEY,
      ERRAND_DATA_DIR: harness.dataDir,
      LOG_LEVEL: 'silent',
      ...env,
    },
  });
  stopAtEnd({ stop: () => child.kill('SIGKILL') });
  const ended = once(child, 'exit').then(([code]) => {
    throw new Error(`The process ended with exit code ${code} before it was ready.`);
  });
  const [line] = await Promise.race([once(createInterface(child.stdout), 'line'), ended]);
  ended.catch(() => undefined);
  return { child, line };
}

export async function killProcess({ child }: WorkerProcess): Promise<void> {
  if (child.exitCode !== null || child.signalCode !== null) return;
  const gone = once(child, 'exit');
  child.kill('SIGKILL');
  await gone;
}
