import assert from 'node:assert/strict';
import { test } from 'node:test';
import { canonicalJson } from './canonical-json.ts';

test('members come by the code units of their names, without blanks; what is undefined is left out', () => {
  assert.equal(
    canonicalJson({
      '\u20ac': 1,
      b: [1, { d: null, c: true }],
      '\ud83d\ude02': 0,
      a: 'x\n"',
      gone: undefined,
      '\ufb33': 2,
    }),
    '{"a":"x\\n\\"","b":[1,{"c":true,"d":null}],"€":1,"\ud83d\ude02":0,"\ufb33":2}',
  );
  assert.equal(
    canonicalJson([333333333.3333333, 1e30, 4.5, 2e-3, 1e-27, -0]),
    '[333333333.3333333,1e+30,4.5,0.002,1e-27,0]',
  );
});

test('values that JSON cannot express are refused', () => {
  for (const value of [Number.NaN, Number.POSITIVE_INFINITY, () => 1, Symbol('x'), 1n])
    assert.throws(() => canonicalJson({ value }), TypeError);
});
