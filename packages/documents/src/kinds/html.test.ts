import assert from 'node:assert/strict';
import { test } from 'node:test';
import { read } from '../../test/read.ts';

test('HTML: what a reader sees, without scripts; links are complete', async () => {
  const html =
    '<!doctype html><html><head><title>Tea  &amp; more</title><style>p{}</style></head><body><h1>Shop</h1><p>Best <a href="/tea">tea</a>.</p><p hidden>secret</p><table><tr><th>Item</th><th>Price</th></tr><tr><td><p>Tea</p></td><td>3</td></tr></table><dl><dt>Phone</dt><dd>555</dd></dl><script>evil()</script></body></html>';
  const { kind, title, pages, markdown } = await read(html, { baseUrl: 'https://shop.example/x/' });
  assert.deepEqual([kind, title], ['html', 'Tea & more']);
  assert.equal(pages[0]!.text, 'Shop\n\nBest tea.\n\n| Item | Price |\n| --- | --- |\n| Tea | 3 |\n\nPhone: 555');
  assert.match(markdown!, /\[tea\]\(https:\/\/shop\.example\/tea\)/);
  assert.doesNotMatch(markdown!, /evil|p\{\}/);
});

test('HTML that nests twenty thousand levels deep is read like any other', async () => {
  const html = `<html><body>${'<div>'.repeat(20_000)}deep${'</div>'.repeat(20_000)}</body></html>`;
  const { pages, markdown } = await read(html);
  assert.deepEqual([pages[0]!.text, markdown], ['deep', 'deep']);
});
