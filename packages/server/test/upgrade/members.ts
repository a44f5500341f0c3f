import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { join } from 'node:path';
import { createInterface } from 'node:readline';
import { until } from '../until.ts';

// Processes of two releases on one database, each started by its own command line program.

export type Member = {
  name: string;
  baseUrl: string;
  /** Lines of its log that tell of errors. */
  errors: string[];
  /** As a supervisor does: it drains, ends its work and exits. */
  stop(): Promise<void>;
  kill(): void;
};

type Options = {
  name: string;
  /** The command line program of the release. */
  program: string;
  role: 'all' | 'api' | 'worker';
  folder: string;
  env: NodeJS.ProcessEnv;
};

/** Rejects with what it wrote when it exits before it is ready. */
export async function startMember({ name, program, role, folder, env }: Options): Promise<Member> {
  const child = spawn(process.execPath, [program, 'serve', '--role', role], {
    cwd: folder,
    env: {
      ...process.env,
      NODE_OPTIONS: '',
      ...env,
      PORT: '0',
      ERRAND_DATA_DIR: join(folder, name),
      LOG_LEVEL: 'info',
    },
    stdio: ['ignore', 'ignore', 'pipe'],
  });
  const exited = once(child, 'exit');
  const lines: string[] = [];
  const errors: string[] = [];
  let baseUrl: string | undefined;
  createInterface({ input: child.stderr }).on('line', (line) => {
    lines.push(line);
    const { level, event, address } = parseLine(line);
    if (event === 'service.started') baseUrl = address;
    if (level === 'error' || level === 'fatal') errors.push(line);
  });
  await until(async () => baseUrl ?? (child.exitCode === null ? undefined : 'gone'), `${name} to be ready`, 120_000);
  if (baseUrl === undefined) throw new Error(lines.join('\n'));
  return {
    name,
    baseUrl,
    errors,
    async stop() {
      child.kill('SIGTERM');
      await exited;
    },
    kill: () => void child.kill('SIGKILL'),
  };
}

function parseLine(line: string): { level?: string; event?: string; address?: string } {
  try {
    return JSON.parse(line);
  } catch {
    return {};
  }
}
