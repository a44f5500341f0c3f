// A program in the sandbox instead of the one that runs queries: whatever the engine and the check of the syntax would keep
// out, it tries by itself, and tells how it went. It gives its rights away as the real one does.
import { spawn } from 'node:child_process';
import { readdirSync, readFileSync, symlinkSync, writeFileSync, writeSync } from 'node:fs';
import { connect } from 'node:net';
import { becomeIdentity } from '#platform/identity.ts';
import type { ChildSettings } from '#workspace/sandbox/protocol.ts';

const settings = JSON.parse(process.argv[2]!) as ChildSettings;
process.chdir(settings.folder);
becomeIdentity(settings.identity);
send({ type: 'ready', uid: process.getuid?.() });
process.stdin.on('end', () => process.exit(0));
process.stdin.once('data', (line: Buffer) => void run(JSON.parse(line.toString())));

async function run(task: { tries: [string, string][] }): Promise<void> {
  const results: Record<string, string> = {};
  for (const [what, target] of task.tries) {
    results[`${what} ${target}`] = await attempt(what, target).catch(
      (error) => `refused ${error.code ?? error.message}`,
    );
  }
  send({ type: 'failed', reason: 'sql', message: JSON.stringify(results) });
}

async function attempt(what: string, target: string): Promise<string> {
  switch (what) {
    case 'read':
      return readFileSync(target, 'utf8');
    case 'list':
      return readdirSync(target).join();
    case 'write':
      writeFileSync(target, 'x');
      return 'written';
    case 'link':
      symlinkSync(target, 'out/link');
      return readFileSync('out/link', 'utf8');
    case 'kill':
      process.kill(Number(target), 0);
      return 'allowed';
    case 'environment':
      return JSON.stringify(
        Object.keys(process.env).filter(
          (name) => !['PATH', 'HOME', 'LANG', 'PWD', 'OLDPWD', 'SHLVL', '_', 'NODE_COMPILE_CACHE'].includes(name),
        ),
      );
    case 'connect':
      return new Promise((resolve, reject) => {
        const socket = connect({ port: Number(target), host: '127.0.0.1' }, () => resolve('connected'));
        socket.on('error', reject);
        socket.setTimeout(2_000, () => reject(new Error('timeout')));
      });
    case 'memory': {
      const held: Buffer[] = [];
      for (let at = 0; at < Number(target); at += 1) held.push(Buffer.alloc(64 * 1024 * 1024));
      return `held ${held.length}`;
    }
    case 'processes': {
      const started = Array.from({ length: Number(target) }, () => spawn('sleep', ['5'], { stdio: 'ignore' }));
      const failed = started.some(({ pid }) => pid === undefined);
      for (const child of started) {
        child.on('error', () => undefined);
        // Without a process of its own, a signal would go to the whole group.
        if (child.pid !== undefined) child.kill('SIGKILL');
      }
      if (failed) throw new Error('no more processes');
      return `started ${started.length}`;
    }
    case 'file':
      writeFileSync('tmp/large', Buffer.alloc(Number(target)));
      return 'written';
    default:
      return 'unknown';
  }
}

function send(message: object): void {
  writeSync(3, `${JSON.stringify(message)}\n`);
}
