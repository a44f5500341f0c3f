import assert from 'node:assert/strict';
import { before, describe, test } from 'node:test';
import { errorCatalogue } from '@errand/contract/error-catalogue.ts';
import { operations } from '@errand/contract/operations/operations.ts';
import { request, startHarness, stopAtEnd } from '../../test/harness.ts';

const harness = stopAtEnd(await startHarness());

const get = (path: string, headers: Record<string, string> = {}) =>
  request(harness.baseUrl, undefined, 'GET', path, undefined, headers);

async function page(path: string): Promise<string> {
  const answer = await get(path);
  assert.equal(answer.status, 200, path);
  assert.match(answer.headers.get('content-type')!, /^text\/html/, path);
  return answer.text;
}

/** Finds every page of the documentation by following links from /docs/. */
async function walk(): Promise<Map<string, string>> {
  const found = new Map<string, string>();
  const waiting = ['/docs/'];
  for (let path = waiting.pop(); path !== undefined; path = waiting.pop()) {
    const text = await page(path);
    found.set(path, text);
    for (const [, href = ''] of text.matchAll(/<a [^>]*href="([^"]+)"/g)) {
      const { origin, pathname } = new URL(href.replaceAll('&#38;', '&'), `${harness.baseUrl}${path}`);
      const isPage = origin === harness.baseUrl && /^\/docs\/(?!api\/|search\/).*\/$/.test(pathname);
      if (isPage && !found.has(pathname) && !waiting.includes(pathname)) waiting.push(pathname);
    }
  }
  return found;
}

describe('the documentation', () => {
  let pages: Map<string, string>;
  before(async () => {
    pages = await walk();
  });

  test('leads to every guide, every operation and every error, and no link of it is dead', () => {
    for (const path of ['/docs/tutorial/', '/docs/webhooks/', '/docs/sql/', '/docs/reference/agents/'])
      assert.ok(pages.has(path), path);
    for (const code of errorCatalogue.keys()) assert.ok(pages.has(`/docs/errors/${code}/`), code);
    const reference = [...pages].filter(([path]) => path.startsWith('/docs/reference/')).map(([, text]) => text);
    for (const [resource, table] of Object.entries(operations))
      for (const name of Object.keys(table)) {
        const id = `${resource}.${name}`;
        const text = reference.find((one) => one.includes(`<h2 id="${id.toLowerCase().replace('.', '')}">${id}</h2>`));
        assert.ok(text !== undefined, id);
      }
    for (const [path, text] of pages) {
      const ids = (of: string): Set<string> =>
        new Set([...pages.get(of)!.matchAll(/ id="([^"]+)"/g)].map((m) => m[1]!));
      for (const [, href = ''] of text.matchAll(/<a [^>]*href="([^"]+)"/g)) {
        const { pathname, hash, origin } = new URL(href, `${harness.baseUrl}${path}`);
        if (origin !== harness.baseUrl || hash === '' || !pages.has(pathname)) continue;
        assert.ok(ids(pathname).has(decodeURIComponent(hash.slice(1))), `${path} links to ${href}`);
      }
    }
  });

  test('is Markdown too, as a file and for who asks so', async () => {
    for (const path of pages.keys()) {
      const file = path === '/docs/' ? '/docs/index.md' : `${path.slice(0, -1)}.md`;
      const { status, text, headers } = await get(file);
      assert.equal(status, 200, file);
      assert.match(headers.get('content-type')!, /^text\/markdown/, file);
      assert.match(text, /^# /, file);
    }
    assert.equal((await get('/docs/agents/', { accept: 'text/markdown' })).text, (await get('/docs/agents.md')).text);
  });

  test('leads nowhere that is not served, as HTML and as Markdown', async () => {
    const dead: string[] = [];
    const known = new Map<string, boolean>();
    const check = async (path: string, href: string): Promise<void> => {
      const { origin, pathname } = new URL(href.replaceAll('&#38;', '&'), `${harness.baseUrl}${path}`);
      if (origin !== harness.baseUrl) return;
      if (!known.has(pathname)) known.set(pathname, (await get(pathname, { accept: 'text/html' })).status < 400);
      if (!known.get(pathname)) dead.push(`${path} → ${href}`);
    };
    for (const [path, text] of pages) {
      for (const [, href = ''] of text.matchAll(/<(?:a|link|img|script) [^>]*(?:href|src)="([^"]+)"/g))
        if (!/^(mailto|data):|\/looks\//.test(href)) await check(path, href);
      const file = path === '/docs/' ? '/docs/index.md' : `${path.slice(0, -1)}.md`;
      const prose = (await get(file)).text.replace(/^```[\s\S]*?^```$/gm, '').replace(/`[^`\n]*`/g, '');
      for (const [, href = ''] of prose.matchAll(/(?<!!)\[[^\]\n]*\]\(([^)\s]+)\)/g))
        if (!href.startsWith('#')) await check(file, href);
    }
    assert.deepEqual(dead, []);
  });

  test('runs no inline script, loads nothing from elsewhere, and says which release it is of', async () => {
    for (const [path, text] of pages) {
      const scripts = [...text.matchAll(/<script\b[^>]*>([^<]*)<\/script>/g)];
      assert.deepEqual(
        scripts.map(([, content]) => content),
        [''],
        path,
      );
      assert.doesNotMatch(text, /<[^>]*\son[a-z]+=|<(?:script|link|img)[^>]*(?:src|href)="https?:/i, path);
      assert.match(text, /Errand \d+\.\d+\.\d+/, path);
    }
    const policy = (await get('/docs/')).headers.get('content-security-policy')!;
    assert.doesNotMatch(policy, /unsafe|https?:|\*/);
    for (const path of ['/docs/style.css', '/docs/js/pages.js', '/docs/images/home.png'])
      assert.equal((await get(path)).status, 200, path);
  });

  test('has samples in three languages and an answer for each operation', () => {
    const text = pages.get('/docs/reference/policies/')!;
    for (const part of [/data-language="sh"/, /data-language="ts"/, /data-language="python"/, /data-language="json"/])
      assert.match(text, part);
    assert.match(text, /errand\.policies\.create\(/);
  });

  test('has a table of the members of each body: type, whether it is required, and what it means', async () => {
    const { text } = await get('/docs/reference/agents.md');
    assert.match(text, /\| Member of the body \| Type \| Required \|/);
    assert.match(text, /^\| `name` \| string \| yes \|/m);
    assert.match(text, /^\| `input_definitions\[\]\.key` \| string \| yes \|/m);
    assert.match(text, /^\| `engine_config` \| object or null \| no \| Configuration of the engine\./m);
  });

  test('is found by words, codes and paths', async () => {
    for (const [query, path] of [
      ['run_agent_sync', 'docs/sql/'],
      ['errand.inputs.missing', 'docs/errors/errand.inputs.missing/'],
      ['webhook signature', 'docs/webhooks/'],
      ['how do I verify a webhook', 'docs/webhooks/'],
    ] as const) {
      const { body } = await get(`/docs/search.json?q=${encodeURIComponent(query)}`);
      assert.ok(
        body.results.some((hit: { path: string }) => hit.path.startsWith(path)),
        query,
      );
    }
  });

  test('answers questions as people ask them: a guide that explains it is among the first three', async () => {
    for (const [query, path] of [
      ['how do I verify a webhook', 'docs/webhooks/'],
      ['what can I do if my job is stuck', 'docs/operating/'],
      ['my job is stuck waiting, what now', 'docs/waits/'],
      ['how can a person sign a program in', 'docs/oauth/'],
      ['how much does a call cost', 'docs/models/'],
      ['how do I use the OpenAI client', 'docs/openai/'],
      ['can I use my own api key for openai', 'docs/models/'],
      ['retry safely without running twice', 'docs/runs/'],
      ['how do I restore a backup', 'docs/recovery/'],
      ['limit what my team spends', 'docs/budgets/'],
      ['set up Claude', 'docs/mcp/'],
    ] as const) {
      const { body } = await get(`/docs/search.json?q=${encodeURIComponent(query)}`);
      const first = (body.results as { path: string }[]).slice(0, 3).map((hit) => hit.path);
      assert.ok(
        first.some((one) => one.startsWith(path)),
        `${query}: ${first.join(' ')}`,
      );
    }
  });

  test('shows what was found, and what was asked for is text', async () => {
    assert.match(await page('/docs/search/?q=webhook'), /docs\/webhooks\//);
    const hostile = await page(`/docs/search/?q=${encodeURIComponent('"><script>alert(1)</script>')}`);
    assert.doesNotMatch(hostile, /<script>alert/);
  });

  test('an address without its last slash leads to the one with it', async () => {
    for (const path of ['/docs', '/docs/agents', '/docs/errors/errand.inputs.missing']) {
      const answer = await fetch(`${harness.baseUrl}${path}`, { redirect: 'manual' });
      assert.equal(answer.status, 308, path);
      assert.equal(new URL(answer.headers.get('location')!, answer.url).pathname, `${path}/`);
    }
  });

  test('has nothing beside its pages', async () => {
    for (const path of ['/docs/nothing/', '/docs/nothing.md', '/docs/images/..%2f..%2fpackage.json', '/docs/errors/x/'])
      assert.equal((await get(path)).status, 404, path);
  });

  test('says so on a page to browsers, with pages that come close, and as an error to programs', async () => {
    for (const path of ['/docs/webhok', '/docs/webhooks-old/', '/docs/errors/x/', '/docs/a/b/c']) {
      const answer = await get(path, { accept: 'text/html,application/xhtml+xml,*/*;q=0.8' });
      assert.equal(answer.status, 404, path);
      assert.match(answer.headers.get('content-type')!, /^text\/html/, path);
      assert.match(answer.text, /<h1>Page not found<\/h1>/, path);
      const home = answer.text.match(/href="([^"]+)">all pages/)![1]!;
      assert.equal(new URL(home, `${harness.baseUrl}${path}`).pathname, '/docs/', path);
      assert.match((await get(path)).headers.get('content-type')!, /^application\/json/, path);
    }
    const { text } = await get('/docs/webhooks-old/', { accept: 'text/html' });
    assert.match(text, /href="[^"]*docs\/webhooks\//);
  });
});

test('llms.txt names pages that are there', async () => {
  const { text } = await get('/llms.txt');
  const links = [...text.matchAll(/\]\((\/[^)]+)\)/g)].map(([, href]) => href!);
  assert.ok(links.length > 50);
  for (const link of links) assert.equal((await get(link)).status, 200, link);
});
