import assert from 'node:assert/strict';
import { describe, test } from 'node:test';
import { parseJson } from '#platform/json.ts';
import { formObject, inputText, readMaxCost, readMetadata, readRunRequest, refuseOrganization } from './run-request.ts';

const none = { defined: () => false };
const read = (body: Record<string, unknown>, form = false) => readRunRequest(body, { form, ...none });

describe('inputs', () => {
  test('may stand under inputs, in a form also as the text of an object', () => {
    assert.deepEqual(read({ inputs: { a: 1 } }).nested, { a: 1 });
    assert.deepEqual(read({ inputs: '{"a":1}' }, true).nested, { a: 1 });
    assert.equal(read({ inputs: '{"a":1}' }).nested, undefined);
    assert.equal(read({ inputs: 'plain' }, true).nested, undefined);
    assert.equal(read({ inputs: [1] }).nested, undefined);
  });

  test('are texts: JSON as it is written, with all digits; null counts as not supplied', () => {
    const body = parseJson('{"n":12345678901234567890,"o":{"a":[1]},"t":"x","f":false,"z":null}') as Record<
      string,
      unknown
    >;
    assert.deepEqual(Object.values(body).map(inputText), [
      '12345678901234567890',
      '{"a":[1]}',
      'x',
      'false',
      undefined,
    ]);
  });

  test('of a form that come several times are a list, and no name of the language is special', () => {
    const body = formObject([
      ['a', '1'],
      ['a', '2'],
      ['a', '3'],
      ['__proto__', 'x'],
      ['toString', 'y'],
    ]);
    assert.deepEqual({ ...body }, { a: ['1', '2', '3'], ['__proto__']: 'x', toString: 'y' });
  });
});

const limits: [member: string, given: unknown, wanted: number | undefined | 'refused'][] = [
  ['timeout_seconds', undefined, undefined],
  ['timeout_seconds', '', undefined],
  ['timeout_seconds', 30, 30],
  ['timeout_seconds', ' 30 ', 30],
  ['timeout_seconds', 100_000, 7_200],
  ['timeout_seconds', 0, 'refused'],
  ['timeout_seconds', 1.5, 'refused'],
  ['timeout_seconds', '1e3', 'refused'],
  ['timeout_seconds', true, 'refused'],
  ['max_cost', null, undefined],
  ['max_cost', 0.5, 0.5],
  ['max_cost', '0.25', 0.25],
  ['max_cost', 1e-12, 0.00000001],
  ['max_cost', 0, 'refused'],
  ['max_cost', -1, 'refused'],
  ['max_cost', 1_000_001, 'refused'],
  ['max_cost', '1,5', 'refused'],
];
describe('limits', () => {
  for (const [member, given, wanted] of limits) {
    test(`${member} ${JSON.stringify(given)} is ${wanted}`, () => {
      const get = () => {
        const { timeoutSeconds, maxCost } = read({ [member]: given });
        return member === 'max_cost' ? maxCost : timeoutSeconds;
      };
      if (wanted === 'refused') assert.throws(get, { code: 'invalid_fields' });
      else assert.equal(get(), wanted);
    });
  }

  test('are inputs where the agent defines inputs of their names', () => {
    const { timeoutSeconds, maxCost } = readRunRequest(
      { timeout_seconds: 'soon', max_cost: 'much' },
      { form: false, defined: () => true },
    );
    assert.deepEqual([timeoutSeconds, maxCost], [undefined, undefined]);
    assert.equal(readMaxCost(undefined), undefined);
  });
});

describe('metadata', () => {
  for (const given of [undefined, null, '', 'null']) {
    test(`${JSON.stringify(given)} means none`, () => assert.equal(readMetadata(given), null));
  }
  for (const given of ['text', '[1]', [1], 5, '{"a":']) {
    test(`${JSON.stringify(given)} is refused`, () =>
      assert.throws(() => readMetadata(given), { code: 'invalid_fields' }));
  }
  test('keeps digits and order, from an object and from its text', () => {
    const text = '{"b":12345678901234567890,"a":1}';
    assert.equal(readMetadata(text), text);
    assert.equal(readMetadata(parseJson(text)), text);
  });
});

test('an organization that cannot be one is refused; none is fine', () => {
  for (const value of [undefined, null, '', '01980a6e-7c3f-7b52-9d0e-6f1f5a2b3c4d']) refuseOrganization(value);
  for (const value of ['acme', 7, {}]) assert.throws(() => refuseOrganization(value), { code: 'invalid_fields' });
});
