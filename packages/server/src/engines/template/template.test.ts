import assert from 'node:assert/strict';
import { test } from 'node:test';
import { parseJson } from '#platform/json.ts';
import { EngineFailure } from '../engine/engine.ts';
import { renderTemplate } from './template.ts';

const definitions = [{ key: 'text' }, { key: 'name' }, { key: 'tex' }, { key: 'optional' }, { key: '_1' }];
const inputs = { text: 'rain', name: 'Ada', tex: 'TEX', _1: 'one', undefined_key: 'never' };

const table: [title: string, template: string, filled: string][] = [
  ['a braced key', '${text}', 'rain'],
  ['a bare key', '$text', 'rain'],
  ['several in one text', '$name: ${text}, ${text}!', 'Ada: rain, rain!'],
  ['a price stays', 'costs $9,500', 'costs $9,500'],
  ['two dollar signs give one', '$$', '$'],
  ['an escaped placeholder stays', '$${text}', '${text}'],
  ['an escape before a placeholder', '$$$text', '$rain'],
  ['four dollar signs give two', '$$$$', '$$'],
  ['an unknown key stays', '${missing} $missing', '${missing} $missing'],
  ['a key that is not defined stays, even when a value of that name exists', '${undefined_key}', '${undefined_key}'],
  ['the whole word is the key', '$texts', '$texts'],
  ['the longest word wins over a shorter key', '$text', 'rain'],
  ['braces end a key within a word', '${tex}ts', 'TEXts'],
  ['other signs end a bare key', '$text-$name.', 'rain-Ada.'],
  ['an underscore may start a key', '$_1', 'one'],
  ['blanks within braces are no placeholder', '${ text }', '${ text }'],
  ['an open brace stays', '${text', '${text'],
  ['empty braces stay', '${}', '${}'],
  ['braces around a placeholder stay', '${${text}}', '${rain}'],
  ['a dollar sign at the end stays', 'text$', 'text$'],
  ['an optional input that was not supplied is empty', '[${optional}]', '[]'],
  ['names of object members are no keys', '${constructor} $__proto__ $toString', '${constructor} $__proto__ $toString'],
];

for (const [title, template, filled] of table) {
  test(`templating: ${title}`, () => {
    assert.equal(renderTemplate(template, inputs, definitions), filled);
  });
}

test('inserted text is never expanded again, escaped or read as a replacement pattern', () => {
  const hostile = { text: '${name} $name $$ $& $1 $` "\\"', name: 'Ada' };
  assert.equal(renderTemplate('<${text}>', hostile, definitions), `<${hostile.text}>`);
});

test('objects and arrays are filled in depth, their member names and other values are left alone', () => {
  const config = { '${text}': ['$name', { deep: [{ er: '${text}' }] }], number: 1, flag: true, nothing: null };
  assert.deepEqual(renderTemplate(config, inputs, definitions), {
    '${text}': ['Ada', { deep: [{ er: 'rain' }] }],
    number: 1,
    flag: true,
    nothing: null,
  });
  assert.equal(config['${text}'][0], '$name', 'the configuration itself is not changed');
});

test('integers beyond a double keep their digits', () => {
  const config = parseJson('{"id": 12345678901234567890, "text": "$text"}');
  assert.equal(
    JSON.stringify(renderTemplate(config, inputs, definitions)),
    '{"id":12345678901234567890,"text":"rain"}',
  );
});

test('time grows with the length of a hostile text, not with its square', () => {
  for (const part of ['$', '${', '${a', '$a', '${text', '$$', '${${']) {
    const text = part.repeat(200_000 / part.length) + 'a'.repeat(200_000);
    const before = process.cpuUsage();
    renderTemplate(text, inputs, definitions);
    // Computing time, which a busy machine does not stretch.
    assert.ok(process.cpuUsage(before).user < 1_000_000, `${part} took too long`);
  }
});

test('a configuration that would not fit into memory fails the job instead', () => {
  const large = { text: 'x'.repeat(1024 * 1024) };
  assert.throws(() => renderTemplate('$text '.repeat(1_000), large, definitions), EngineFailure);
});
