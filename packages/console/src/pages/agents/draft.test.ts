import assert from 'node:assert/strict';
import { test } from 'node:test';
import type { InputDefinition } from '@errand/sdk';
import { checkDraft, newInput } from './draft.ts';

const check = (keys: string[], config: Record<string, unknown> = {}) =>
  checkDraft({
    name: 'a',
    engineId: 'TemplateEngine',
    versionName: '',
    description: '',
    inputs: keys.map((key): InputDefinition => ({ key, data_type: 'text/plain', description: '' })),
    config: config as never,
  });

test('keys that the service refuses are errors, and so are two inputs of one name', () => {
  assert.deepEqual(check(['text', '_x2']).errors, []);
  for (const key of ['2nd', 'two words', '', 'metadata']) assert.equal(check([key]).errors.length, 1, key);
  assert.equal(check(['a', 'b', 'a', 'a']).errors.length, 1);
});

test('a placeholder without its input, and an input without a placeholder, are warnings', () => {
  assert.deepEqual(check(['text'], { template: 'Dear ${text}, $text' }).warnings, []);
  assert.match(check(['text'], { template: '$text ${name}' }).warnings.join(), /name/);
  assert.match(check(['text', 'note'], { template: '$text' }).warnings.join(), /note/);
  assert.deepEqual(check(['text'], { model: 'baseline' }).warnings, [], 'without placeholders inputs go another way');
});

test('two dollar signs are a dollar sign, not a placeholder', () => {
  assert.deepEqual(check(['text'], { template: '$$total is $text, $$${text}' }).warnings, []);
});

test('a new input has a key that no other has', () => {
  const first = newInput([]);
  const second = newInput([first]);
  assert.equal(new Set([first, second, newInput([first, second])].map(({ key }) => key)).size, 3);
  assert.deepEqual(check([first.key, second.key]).errors, []);
});
