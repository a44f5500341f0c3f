import assert from 'node:assert/strict';
import { execFile } from 'node:child_process';
import { mkdir, mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { after, before, test } from 'node:test';
import { promisify } from 'node:util';
import { type Git, writeReleaseNotes } from './release-notes.ts';

const run = promisify(execFile);
let folder: string;
let git: Git;

before(async () => {
  folder = await mkdtemp(join(tmpdir(), 'errand-notes-'));
  const identity = { name: 'A', email: 'a@example.com', date: '2026-01-02T03:04:05Z' };
  const env = {
    PATH: process.env.PATH,
    HOME: folder,
    ...Object.fromEntries(
      ['AUTHOR', 'COMMITTER'].flatMap((who) =>
        Object.entries(identity).map(([key, value]) => [`GIT_${who}_${key.toUpperCase()}`, value]),
      ),
    ),
  };
  git = async (...args) => (await run('git', ['-C', folder, ...args], { env })).stdout;
  await git('init', '--quiet', '--initial-branch', 'main');
  await commit('jobs: begin', {
    'CHANGELOG.md': '# Changelog\n\n## Unreleased\n\n- Jobs run.\n',
    'docs/configuration.md': '| `PORT` | `OLD_ONE` |',
    'packages/cli/package.json': '{"version":"1.2.3"}',
  });
  await git('tag', 'v1');
  await commit('queue: claims are fair', {
    'CHANGELOG.md': '# Changelog\n\n## Unreleased\n\n- Claims are fair,\n  as told.\n- Jobs run.\n',
    'docs/configuration.md': '| `PORT` | `ERRAND_NEW` |',
    'packages/server/migrations/0002-fair.sql': 'select 1',
  });
  await commit('A subject without a domain', { 'other.txt': '' });
  await git('tag', 'v2');
});
after(() => rm(folder, { recursive: true, force: true }));

async function commit(subject: string, files: Record<string, string>): Promise<void> {
  for (const [path, text] of Object.entries(files)) {
    await mkdir(dirname(join(folder, path)), { recursive: true });
    await writeFile(join(folder, path), text);
  }
  await git('add', '--all');
  await git('commit', '--quiet', '--message', subject);
}

test('the same two commits give the same bytes: new points, settings, migrations and commits by domain', async () => {
  const notes = await writeReleaseNotes(git, 'v1', 'v2');
  assert.equal(await writeReleaseNotes(git, 'v1', 'v2'), notes);
  const [begin, fair, plain] = (await git('log', '--reverse', '--format=%H'))
    .split('\n')
    .map((one) => one.slice(0, 12));
  assert.equal(
    notes,
    `# Errand 1.2.3 (v2), 2026-01-02

Since v1 (${begin}), up to ${plain}.

## What you will notice

- Claims are fair,
  as told.

## New settings

- \`ERRAND_NEW\`

## No longer settings

- \`OLD_ONE\`

## Migrations

- 0002-fair.sql

## Commits

- other
  - A subject without a domain (${plain})
- queue
  - claims are fair (${fair})
`,
  );
});

test('a name that is none, and two in the wrong order, are refused with what to do', async () => {
  await assert.rejects(writeReleaseNotes(git, 'v0', 'v2'), /There is no commit v0\. Name a tag or a commit/);
  await assert.rejects(writeReleaseNotes(git, '--all', 'v2'), /There is no commit --all/);
  await assert.rejects(writeReleaseNotes(git, 'v2', 'v1'), /v2 is not before v1\. Name the older/);
});
