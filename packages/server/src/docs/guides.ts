import { readdir, readFile } from 'node:fs/promises';
import { join } from 'node:path';
import type { Page } from './page.ts';

// Reads the pages of docs/, in the order in which people need them. Pages that are not listed here go under Guides.

const GROUPS: [group: string, names: string[]][] = [
  [
    'Start',
    [
      'tutorial',
      'programs',
      'agents',
      'runs',
      'jobs',
      'batches',
      'budgets',
      'waits',
      'webhooks',
      'schedules',
      'triggers',
      'policies',
      'explanations',
      'case-desk',
      'playbooks',
      'case-files',
      'retention',
      'assurance',
      'sql',
      'tables',
      'files',
    ],
  ],
  ['Clients', ['sdk', 'cli', 'mcp', 'a2a', 'openai', 'console']],
  ['Guides', []],
  [
    'Operating',
    [
      'deploying',
      'deploy-systemd',
      'deploy-compose',
      'deploy-kubernetes',
      'operating',
      'archive',
      'runbook',
      'recovery',
      'configuration',
      'tls',
      'upgrading',
      'access',
      'single-sign-on',
      'oauth',
      'scim',
      'secrets',
      'credits',
      'models',
      'local-model',
      'benchmarks',
      'scaling',
      'chaos',
    ],
  ],
  ['Reference', ['errors', 'engines', 'engine-protocol', 'glossary']],
];

export const groupNames = GROUPS.map(([group]) => group);

/** Decisions are about the program, not about its use, so they are not served. */
export async function readGuides(folder: string): Promise<Page[]> {
  const names = (await readdir(folder)).filter((name) => name.endsWith('.md')).map((name) => name.slice(0, -3));
  const pages = await Promise.all(names.map((name) => readGuide(folder, name)));
  return pages.toSorted((a, b) => placeOf(a) - placeOf(b) || (a.title < b.title ? -1 : 1));
}

async function readGuide(folder: string, name: string): Promise<Page> {
  const markdown = await readFile(join(folder, `${name}.md`), 'utf8');
  const group = GROUPS.find(([, names]) => names.includes(name))?.[0] ?? 'Guides';
  return { path: `docs/${name}`, group, title: /^# (.+)$/m.exec(markdown)?.[1] ?? name, markdown };
}

function placeOf({ path, group }: Page): number {
  const at = GROUPS.findIndex(([name]) => name === group);
  const inGroup = GROUPS[at]![1].indexOf(path.slice('docs/'.length));
  return at * 1_000 + (inGroup < 0 ? 999 : inGroup);
}
