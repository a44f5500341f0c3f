import assert from 'node:assert/strict';
import { test } from 'node:test';
import { checkLinks } from './links.ts';

/** Returns the problems of documents in a repository with these files and a picture. */
function check(files: Record<string, string>): string[] {
  const there = new Set([...Object.keys(files), 'docs', 'docs/images/home.png', 'scripts/check.ts']);
  return checkLinks(new Map(Object.entries(files)), (path) => there.has(path));
}

test('links to files, pictures, headings and other sites are fine', () => {
  const text = `# Start here, now!
[jobs](docs/jobs.md) [again](docs/jobs.md#a-jobs-life) ![picture](docs/images/home.png) [site](https://example.com/x)
[up](#start-here-now) \`[no link](nowhere.md)\`

\`\`\`md
[neither](nowhere.md)
\`\`\`
`;
  assert.deepEqual(check({ 'README.md': text, 'docs/jobs.md': "## A job's life\n[back](../README.md)" }), []);
});

test('a link that leads nowhere is found, by file and by heading', () => {
  const found = check({ 'docs/a.md': '[x](b.md) [y](c.md#life) [z](#none)', 'docs/c.md': '# Death' });
  assert.equal(found.length, 3, found.join('\n'));
  assert.match(found[0]!, /docs\/a\.md: b\.md/);
  assert.match(found[1]!, /c\.md#life/);
  assert.match(found[2]!, /#none/);
});

test('a file that is named must be there, except where documents tell of the past', () => {
  const text = '`scripts/check.ts` and `scripts/gone.ts`';
  assert.deepEqual(check({ 'CONTRIBUTING.md': text }), ['CONTRIBUTING.md: names scripts/gone.ts, which is not there']);
  assert.deepEqual(check({ 'docs/decisions/0001-a.md': text, 'CHANGELOG.md': text }), []);
});
