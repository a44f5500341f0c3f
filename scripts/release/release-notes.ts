// Writes what changed between two commits, from the changelog, the repository and the commits. The output does not
// depend on the time or the machine, so the same two commits give the same bytes.

/** Runs git in the repository and returns its output. */
export type Git = (...args: string[]) => Promise<string>;

export async function writeReleaseNotes(git: Git, from: string, to: string): Promise<string> {
  const [first, last] = await Promise.all([from, to].map((name) => resolveCommit(git, name)));
  await git('merge-base', '--is-ancestor', first!, last!).catch(() => {
    throw new Error(`${from} is not before ${to}. Name the older release first.`);
  });
  const read = (commit: string, path: string): Promise<string> => git('show', `${commit}:${path}`).catch(() => '');
  const [oldLog, newLog] = await Promise.all([first!, last!].map((commit) => read(commit, 'CHANGELOG.md')));
  const [oldSettings, newSettings] = await Promise.all(
    [first!, last!].map((commit) => read(commit, 'docs/configuration.md')),
  );
  const manifest = await read(last!, 'packages/cli/package.json');
  const version = manifest === '' ? to : `${JSON.parse(manifest).version} (${to})`;
  const date = (await git('show', '--no-patch', '--format=%cs', last!)).trim();
  const sections = [
    ['What you will notice', added(listEntries(oldLog!), listEntries(newLog!))],
    ['New settings', added(listSettings(oldSettings!), listSettings(newSettings!)).map((name) => `- \`${name}\``)],
    [
      'No longer settings',
      added(listSettings(newSettings!), listSettings(oldSettings!)).map((name) => `- \`${name}\``),
    ],
    ['Migrations', await listMigrations(git, first!, last!)],
    ['Commits', await listCommits(git, first!, last!)],
  ] as const;
  const printed = sections.filter(([, lines]) => lines.length > 0);
  const body = printed.map(([title, lines]) => `\n## ${title}\n\n${lines.join('\n')}\n`);
  return `# Errand ${version}, ${date}\n\nSince ${from} (${first!.slice(0, 12)}), up to ${last!.slice(0, 12)}.\n${body.join('')}`;
}

async function resolveCommit(git: Git, name: string): Promise<string> {
  try {
    return (await git('rev-parse', '--verify', '--end-of-options', `${name}^{commit}`)).trim();
  } catch {
    throw new Error(`There is no commit ${name}. Name a tag or a commit; a shallow clone needs git fetch --unshallow.`);
  }
}

/** Lists the entries of a changelog, each with its continuation lines. */
function listEntries(changelog: string): string[] {
  return changelog
    .split(/\n(?=- |## |\n)/)
    .map((part) => part.trim())
    .filter((part) => part.startsWith('- '));
}

function listSettings(page: string): string[] {
  const names = [...page.matchAll(/`([A-Z][A-Z0-9_]{3,})`/g)].map(([, name]) => name!);
  return [...new Set(names)].toSorted();
}

const added = (before: string[], after: string[]): string[] => {
  const known = new Set(before);
  return after.filter((one) => !known.has(one));
};

async function listMigrations(git: Git, first: string, last: string): Promise<string[]> {
  const names = await git(
    'diff',
    '--name-only',
    '--no-renames',
    '--diff-filter=A',
    first,
    last,
    '--',
    'packages/server/migrations',
  );
  const lines = names.split('\n').filter((line) => line !== '');
  return lines.map((path) => `- ${path.slice(path.lastIndexOf('/') + 1)}`).toSorted();
}

/** Lists commits by domain, which is the word before the colon, in the order of the history. */
async function listCommits(git: Git, first: string, last: string): Promise<string[]> {
  const log = await git('log', '--reverse', '--topo-order', '--no-merges', '--format=%H %s', `${first}..${last}`);
  const groups = new Map<string, string[]>();
  for (const line of log.split('\n').filter((one) => one !== '')) {
    const [, commit, subject] = /^(\w+) (.*)$/.exec(line)!;
    const [, domain = 'other', text] = /^(?:([^:]{1,40}): )?(.*)$/.exec(subject!)!;
    groups.set(domain, [...(groups.get(domain) ?? []), `  - ${text} (${commit!.slice(0, 12)})`]);
  }
  const names = [...groups.keys()].toSorted();
  return names.flatMap((name) => [`- ${name}`, ...groups.get(name)!]);
}
