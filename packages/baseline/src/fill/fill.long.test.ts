import assert from 'node:assert/strict';
import { test } from 'node:test';
import { fill } from './fill.ts';

test('a label far behind thousands of other values is read', async () => {
  const pages = Array.from({ length: 2_000 }, (_, index) => `Page ${index + 1}\nBolt No ${index} costs 3.50 EUR.`);
  pages[1_776] += '\nBeneficial owner: Ottoline Marchbanks\nTotal amount: 5,000.00 EUR';
  const properties = { beneficial_owner: { type: 'string' }, total_amount: { type: 'number' } };
  const found = await fill(pages.join('\n\n'), { schema: { type: 'object', properties }, instruction: '' });
  assert.deepEqual(found, { beneficial_owner: 'Ottoline Marchbanks', total_amount: 5000 });
});
