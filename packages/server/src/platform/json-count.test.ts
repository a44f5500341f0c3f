import assert from 'node:assert/strict';
import { test } from 'node:test';
import { createJsonCount } from './json-count.ts';
import { createShapeScan, type JsonBounds, JsonError } from './json-shape.ts';

const none = Number.POSITIVE_INFINITY;
const endless: JsonBounds = { members: none, names: none, containers: none, values: none };

/** What is said of the text, given in chunks of so many bytes. */
function count(text: string, bounds: Partial<JsonBounds>, bytes: number): string | undefined {
  const add = createJsonCount({ ...endless, ...bounds });
  const body = Buffer.from(text);
  return messageOf(() => {
    for (let at = 0; at < body.length; at += bytes) add(body.subarray(at, at + bytes));
  });
}
const scan = (text: string, bounds: Partial<JsonBounds>): string | undefined =>
  messageOf(() => createShapeScan(text, { ...endless, ...bounds }).to(text.length));

function messageOf(act: () => void): string | undefined {
  try {
    act();
    return undefined;
  } catch (error) {
    if (error instanceof JsonError) return error.message;
    throw error;
  }
}

const texts = [
  '{"a":1,"b":[1,2,{"a":"x:y,z{["}],"c":{"a\\"b":":"}}',
  '{"ü":"é😀,:{[","ä":["\\\\",":"],"\\u0061":{}}',
  `{"${'n'.repeat(300)}":"${'long, and: {plain} '.repeat(100)}\\"","b":[${'{"a":0},'.repeat(40)}1]}`,
  '[[[[]]],{},{"":{"":""}}]',
];

test('wherever the chunks end, it says what the scan of the whole text says', () => {
  for (const text of texts)
    for (const kind of ['members', 'names', 'containers', 'values'] as const)
      for (let most = 0; most < 60; most += 1) {
        const expected = scan(text, { [kind]: most });
        for (const bytes of [1, 2, 3, 7, 64, 10_000])
          assert.equal(count(text, { [kind]: most }, bytes), expected, `${kind} ${most}, ${bytes} bytes: ${text}`);
      }
});

test('names that begin with the same 256 bytes count as one, so that it never says more than the scan', () => {
  const same = 'n'.repeat(256);
  assert.equal(count(`{"${same}1":1,"${same}2":2}`, { names: 1 }, 10), undefined);
  assert.match(scan(`{"${same}1":1,"${same}2":2}`, { names: 1 })!, /more than 1 different/);
});

test('it ends as soon as there is too much, and needs no text that is complete', () => {
  assert.equal(count('{"a":1,"b":', { members: 1 }, 4), 'Has more than 1 members.');
  assert.equal(count('{"a":1,"b', { members: 1 }, 4), undefined);
});
