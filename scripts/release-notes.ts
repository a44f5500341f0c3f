// npm run release-notes -- FROM TO: prints what changed between two tags or commits.
import { execFile } from 'node:child_process';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { writeReleaseNotes } from './release/release-notes.ts';

const run = promisify(execFile);
const root = join(import.meta.dirname, '..');
const [from, to = 'HEAD'] = process.argv.slice(2);
if (from === undefined) {
  console.error('Name two tags or commits: npm run release-notes -- FROM TO');
  process.exit(2);
}
try {
  const git = async (...args: string[]): Promise<string> =>
    (await run('git', ['-C', root, ...args], { maxBuffer: 256 * 1024 * 1024 })).stdout;
  process.stdout.write(await writeReleaseNotes(git, from, to));
} catch (error) {
  console.error((error as Error).message);
  process.exitCode = 1;
}
