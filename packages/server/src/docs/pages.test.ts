import assert from 'node:assert/strict';
import { test } from 'node:test';
import { pluck } from '../../test/pluck.ts';
import { makeErrorPages } from './error-pages.ts';
import { layOut } from './layout.ts';
import { writeLlms } from './llms.ts';
import { INDEX, markdownPath, type Page, rootFrom } from './page.ts';
import { renderPage, resolveLink, slugOfHeading } from './render.ts';
import { createSearch, writeResults } from './search.ts';

const page = (path: string, markdown: string, group = 'Start'): Page => ({ path, group, title: path, markdown });
const mapOf = (...pages: Page[]): Map<string, Page> => new Map(pages.map((one) => [one.path, one]));

test('a page finds the root of the server however deep it stands', () => {
  assert.equal(rootFrom(INDEX), '../');
  assert.equal(rootFrom('docs/errors/x'), '../../../');
  assert.equal(markdownPath(INDEX), 'docs/index.md');
  assert.equal(markdownPath('docs/jobs'), 'docs/jobs.md');
});

test('links between pages lead to pages, and those to files that are not served become text', () => {
  const jobs = page('docs/jobs', '');
  const pages = mapOf(jobs, page('docs/runs', ''));
  assert.equal(resolveLink('runs.md#start', jobs, pages), '../../docs/runs/#start');
  assert.equal(resolveLink('/llms.txt', jobs, pages), '../../llms.txt');
  assert.equal(resolveLink('https://example.org/', jobs, pages), 'https://example.org/');
  assert.equal(resolveLink('missing.md', jobs, pages), undefined);
  assert.equal(resolveLink('../packages/x.ts', jobs, pages), undefined);
});

test('headings that are called the same have ids of their own', () => {
  const { html, headings } = renderPage(page('docs/a', '# A\n\n## Same\n\n## Same'), new Map());
  assert.deepEqual(pluck(headings, 'id'), ['a', 'same', 'same-1']);
  assert.match(html, /<h2 id="same-1">/);
  assert.equal(slugOfHeading('What `it` *does*, now'), 'what-it-does-now');
});

test('a code of an error leads to its page, another one does not; pictures come from the folder of images only', () => {
  const errors = makeErrorPages();
  const [first] = errors;
  const text = `\`${first!.title}\` and \`other\` ![a](images/a.png) ![b](https://evil.example/x.png)`;
  const { html } = renderPage(page('docs/a', text), mapOf(...errors));
  assert.ok(html.includes(`<a href="../../${first!.path}/"><code>${first!.title}</code></a>`));
  assert.ok(html.includes('<code>other</code>') && !html.includes('<a href="../../docs/errors/other'));
  assert.match(html, /<img src="..\/..\/docs\/images\/a\.png"/);
  assert.ok(!html.includes('evil.example'));
});

test('every error has a page with its cause, its remedy and how it is reported', () => {
  for (const { markdown, title } of makeErrorPages()) {
    assert.ok(markdown.startsWith(`# ${title}\n`), title);
    assert.match(markdown, /\*\*Cause\.\*\* \S/, title);
    assert.match(markdown, /\*\*What to do\.\*\* \S/, title);
    assert.doesNotMatch(markdown, /undefined/, title);
  }
});

test('a search text comes back escaped', () => {
  const { html } = writeResults('<script>', []);
  assert.ok(!html.includes('<script>') && html.includes('&#60;script&#62;'));
  assert.match(writeResults('', []).html, /Type your search/);
  const frame = { nav: [page('docs/a', '')], groups: ['Start', 'Empty'], version: '1"' };
  const shown = layOut({ ...writeResults('x', []), headings: [] }, frame, '"><script>');
  assert.ok(!shown.includes('"><script>'));
  assert.ok(!shown.includes('<h2>Empty</h2>'), 'a group without pages has no heading');
});

test('a passage is found by a part of a word, a slip of the hand, and with an excerpt around the word', () => {
  const find = createSearch([
    page('docs/jobs', `# Jobs\n\nHello.\n\n## Retries\n\n${'word '.repeat(40)}backoff follows.`),
  ]);
  const [hit] = find('backof');
  assert.equal(hit?.path, 'docs/jobs/#retries');
  assert.match(hit!.excerpt, /backoff/);
  assert.ok(find('backxff').length > 0);
  assert.deepEqual(find('zebra'), []);
  assert.deepEqual(find(''), []);
});

test('a question finds its answer by the words that matter, and passages with more of them come first', () => {
  const find = createSearch([
    page('docs/a', '# A\n\nHow do I do it? A webhook is what you want, and how.'),
    page('docs/b', '# B\n\nVerify every webhook with its secret.'),
  ]);
  assert.deepEqual(pluck(find('how do I verify a webhook?'), 'path'), ['docs/b/', 'docs/a/']);
  assert.deepEqual(pluck(find('verify zebras'), 'path'), ['docs/b/']);
  assert.ok(find('how').length > 0, 'a word that says little is searched when it stands alone');
});

test('programs get every page as Markdown, and the short path without its title', () => {
  const text = writeLlms([page('docs/programs', '# Programs\n\nDo this.'), page('docs/jobs', '# Jobs')], '1.2.3');
  assert.match(text, /^# Errand 1\.2\.3\n/);
  assert.ok(text.includes('## Short path\n\nDo this.'));
  assert.ok(text.includes('(/docs/jobs.md)') && !text.includes('# Programs'));
});
