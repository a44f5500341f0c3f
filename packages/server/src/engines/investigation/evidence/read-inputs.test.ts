import assert from 'node:assert/strict';
import { test } from 'node:test';
import { createTestContext } from '../../../../test/engine-context.ts';
import { createEvidence } from './evidence.ts';
import { addText, inputValue } from './read-inputs.ts';

const values: [title: string, config: Record<string, unknown>, inputs: Record<string, string>, wanted: string][] = [
  ['the value of the configuration comes first', { a: 'config' }, { a: 'run' }, 'config'],
  ['a blank one counts as none', { a: ' ' }, { a: 'run' }, 'run'],
  ['null counts as none', { a: null }, { a: 'run' }, 'run'],
  ['what is no text is JSON', { a: { b: 1 } }, {}, '{"b":1}'],
  ['the next key is asked when the first has nothing', { b: 'second' }, { a: '' }, 'second'],
  ['without any value it is empty', {}, {}, ''],
];
for (const [title, config, inputs, wanted] of values) {
  test(title, () => assert.equal(inputValue({ config, inputs }, 'a', 'b'), wanted));
}

test('JSON is laid out in lines, so that a value can be quoted with its name; other text stays as it is', async () => {
  const evidence = createEvidence(createTestContext().context);
  await addText(evidence, 'alert', '{"amount":12345678901234567890,"to":"x"}', '');
  await addText(evidence, 'alert', '{ broken', '');
  await addText(evidence, 'alert', '   ', '');
  assert.deepEqual(
    evidence.items.map(({ text, isCase }) => [text.split('\n').length, isCase]),
    [
      [4, true],
      [1, true],
    ],
  );
});
