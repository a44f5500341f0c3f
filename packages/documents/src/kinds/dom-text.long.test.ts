import assert from 'node:assert/strict';
import { test } from 'node:test';
import { composeDom, measureTree } from './dom-text.ts';
import { parseHtmlText } from './html.ts';

const textOf = (html: string): string => composeDom(parseHtmlText(html).body).text;

test('blocks stand on their own lines, cells side by side, terms before their meaning', () => {
  assert.equal(textOf('<p>One <b>two</b></p><p>three</p>'), 'One two\n\nthree');
  assert.equal(
    textOf('<table><tr><td>a</td><td>b</td></tr><tr><td>c</td></tr></table>'),
    '| a | b |\n| --- | --- |\n| c | |',
  );
  assert.equal(textOf('<dl><dt>Phone</dt><dd>555</dd></dl>'), 'Phone: 555');
});

test('nobody sees scripts, styles and what is hidden', () => {
  assert.equal(textOf('<p>a<script>x()</script><style>p{}</style><i hidden>b</i><i aria-hidden="true">c</i></p>'), 'a');
});

test('a tree is measured without recursion', () => {
  const { body } = parseHtmlText(`<html><body>${'<div>'.repeat(20_000)}x${'</div>'.repeat(20_000)}</body></html>`);
  assert.deepEqual(measureTree(body), { elements: 20_001, depth: 20_001 });
});
