import assert from 'node:assert/strict';
import { spawnSync } from 'node:child_process';
import { chownSync, mkdtempSync, readdirSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { after, before, describe, test } from 'node:test';
import { insertScimToken } from '#scim/tokens.ts';
import { type Harness, startHarness } from './harness.ts';

// Every block marked `sh run` in README and docs is run, page by page, against a real server; each line of the `output`
// block after it has to occur in what it printed, in that order.

const root = new URL('../../../', import.meta.url);
const pages = [
  'README.md',
  ...readdirSync(new URL('docs/', root))
    .filter((name) => name.endsWith('.md'))
    .map((name) => `docs/${name}`),
];
const curl = spawnSync('curl', ['--version']).status === 0;

describe('examples in README and docs', { skip: curl ? false : 'curl is not installed' }, () => {
  let harness: Harness;
  let env: NodeJS.ProcessEnv;
  let folder: string;

  before(async () => {
    // The receiver of the page on webhooks listens on loopback.
    harness = await startHarness({ env: { ERRAND_OUTBOUND_ALLOW: '127.0.0.0/8' } });
    const org = await harness.org();
    const scim = await insertScimToken(harness.database.system, { forOrg: org.orgId, name: '', validDays: null });
    folder = mkdtempSync(join(tmpdir(), 'errand-docs-'));
    env = {
      PATH: process.env.PATH,
      TMPDIR: folder,
      ERRAND_URL: harness.baseUrl,
      ERRAND_API_KEY: org.apiKey,
      ERRAND_ORG: org.orgId,
      ERRAND_SCIM_TOKEN: scim.token,
    };
  });
  after(async () => {
    await harness.stop();
    rmSync(folder, { recursive: true, force: true });
  });

  for (const page of pages) {
    const blocks = readBlocks(readFileSync(new URL(page, root), 'utf8'));
    if (blocks.length === 0) continue;
    test(`${page} does what it shows`, async () => {
      const marker = `--- ${Math.random().toString(36).slice(2)}`;
      const script = blocks.map(({ code }) => `${code}\nprintf '\\n${marker}\\n'`).join('\n');
      const { stdout, stderr, code } = await run(script, env, { cwd: folder });
      assert.equal(code, 0, stderr);
      const outputs = stdout.split(`${marker}\n`);
      for (const [index, { expected }] of blocks.entries()) assertLines(outputs[index]!, expected);
    });
  }
});

test('the tutorial runs as written on a bare shell, by a user without rights', {
  skip: curl ? false : 'curl is not installed',
}, async () => {
  const bare = await startHarness();
  const org = await bare.org();
  const home = mkdtempSync(join(tmpdir(), 'errand-bare-'));
  const isRoot = process.getuid?.() === 0;
  if (isRoot) chownSync(home, NOBODY, NOBODY);
  try {
    const page = readFileSync(new URL('docs/tutorial.md', root), 'utf8');
    const blocks = readBlocks(page);
    const values: Record<string, string> = { ERRAND_URL: bare.baseUrl, ERRAND_API_KEY: org.apiKey };
    const [, first = ''] = /^```sh\n([\s\S]*?)^```$/m.exec(page)!;
    const begin = first.replace(/^export (\w+)=.*$/gm, (_line, name: string) => `export ${name}=${values[name]}`);
    const script = [begin, ...blocks.map(({ code }) => code)].join('\n');
    const rights = isRoot ? { uid: NOBODY, gid: NOBODY } : {};
    const { stdout, stderr, code } = await run(script, { PATH: process.env.PATH }, { cwd: home, ...rights });
    assert.equal(code, 0, stderr);
    assertLines(
      stdout,
      blocks.flatMap(({ expected }) => expected),
    );
  } finally {
    await bare.stop();
    rmSync(home, { recursive: true, force: true });
  }
});

/** The user of many systems who owns nothing. */
const NOBODY = 65_534;

type Block = { code: string; expected: string[] };

function readBlocks(markdown: string): Block[] {
  const blocks: Block[] = [];
  for (const [, kind, body] of markdown.matchAll(/^```(sh run|output)\n([\s\S]*?)^```$/gm)) {
    if (kind === 'sh run') blocks.push({ code: body!, expected: [] });
    else blocks.at(-1)!.expected.push(...body!.split('\n').filter((line) => line !== ''));
  }
  return blocks;
}

function assertLines(output: string, expected: string[]): void {
  let from = 0;
  for (const line of expected) {
    const at = output.indexOf(line, from);
    assert.ok(at >= 0, `Expected ${JSON.stringify(line)} in:\n${output}`);
    from = at + line.length;
  }
}

async function run(
  script: string,
  env: NodeJS.ProcessEnv,
  as: { cwd?: string; uid?: number; gid?: number } = {},
): Promise<{ stdout: string; stderr: string; code: number | null }> {
  const { spawn } = await import('node:child_process');
  return new Promise((resolve) => {
    const child = spawn('sh', ['-eu', '-c', script], {
      env,
      ...as,
      stdio: ['ignore', 'pipe', 'pipe'],
      timeout: 900_000,
    });
    let stdout = '';
    let stderr = '';
    child.stdout.on('data', (chunk) => (stdout += chunk));
    child.stderr.on('data', (chunk) => (stderr += chunk));
    child.on('close', (code) => resolve({ stdout, stderr, code }));
  });
}
