import assert from 'node:assert/strict';
import { describe, test } from 'node:test';
import { Ajv2020 } from 'ajv/dist/2020.js';
import { findSchemaProblems } from './check-schema.ts';
import { findValueProblems } from './check-value.ts';

type Json = Record<string, unknown>;
const rawJson = (text: string): unknown => (JSON as unknown as { rawJSON(text: string): unknown }).rawJSON(text);
/** Doubles the alternatives with every level, so that a check that tried them all would not end. */
const doubling = (levels: number): Json => ({
  $ref: '#/$defs/d0',
  $defs: Object.fromEntries(
    Array.from({ length: levels }, (_, level) => [
      `d${level}`,
      level === levels - 1
        ? { type: 'string' }
        : { anyOf: [{ $ref: `#/$defs/d${level + 1}` }, { $ref: `#/$defs/d${level + 1}` }] },
    ]),
  ),
});

test('recursive schemas are fine when each turn looks into the value', () => {
  const tree = { type: 'object', properties: { children: { type: 'array', items: { $ref: '#' } } } };
  assert.deepEqual(findSchemaProblems(tree), []);
  assert.deepEqual(findValueProblems(tree, { children: [{ children: [] }] }), []);
  assert.equal(findValueProblems(tree, { children: [{ children: [5] }] })[0]!.path, 'children[0].children[0]');
});

test('no schema keeps the process busy', () => {
  assert.deepEqual(findSchemaProblems(doubling(40)), []);
  assert.match(findValueProblems(doubling(40), 5)[0]!.message, /too long to check/);
  assert.deepEqual(findValueProblems({ pattern: '^(a+)+$' }, `${'a'.repeat(50_000)}!`).length, 1);
});

test('thousands of references to names are looked up once each', () => {
  const schema = {
    $defs: Object.fromEntries(
      Array.from({ length: 2_400 }, (_, index) => [`d${index}`, { $anchor: `a${index}`, type: 'string' }]),
    ),
    properties: Object.fromEntries(Array.from({ length: 2_400 }, (_, index) => [`p${index}`, { $ref: `#a${index}` }])),
  };
  const value = Object.fromEntries(Array.from({ length: 2_400 }, (_, index) => [`p${index}`, 'x']));
  assert.deepEqual(findSchemaProblems(schema), []);
  assert.deepEqual(findValueProblems(schema, value), []);
});

test('integers beyond a double are integers', () => {
  assert.deepEqual(findValueProblems({ type: 'integer', minimum: 5 }, rawJson('12345678901234567890')), []);
});

// Compares with a compiled validator on the same values, case by case.
const cases: [schema: Json, ...values: unknown[]][] = [
  [{ type: ['string', 'null'] }, 'a', null, 5],
  [{ type: 'integer' }, 1, 1.0, 1.5, '1'],
  [{ type: 'number', minimum: 0, exclusiveMaximum: 10, multipleOf: 0.5 }, 0, 10, 9.5, 0.3, -1],
  [{ type: 'string', minLength: 2, maxLength: 3 }, 'a', 'ab', '😀😀😀', '😀', 'abcd'],
  [{ pattern: '^\\d{3}-[A-Z]+$' }, '123-AB', '12-AB', 5],
  [{ enum: ['a', 1, { b: [1] }] }, 'a', 1, { b: [1] }, { b: [2] }, null],
  [{ const: { a: 1, b: 2 } }, { b: 2, a: 1 }, { a: 1 }],
  [
    { items: { type: 'number' }, prefixItems: [{ type: 'string' }], minItems: 1, maxItems: 3 },
    ['a', 1],
    [1],
    [],
    ['a', 1, 2, 3],
    ['a', 'b'],
  ],
  [
    { uniqueItems: true },
    [1, 2],
    [1, 1],
    [
      { a: 1, b: 2 },
      { b: 2, a: 1 },
    ],
  ],
  [{ contains: { type: 'number' }, minContains: 1, maxContains: 2 }, [1], ['a'], [1, 2, 3]],
  [
    { properties: { a: { type: 'string' } }, required: ['a'], additionalProperties: false },
    { a: 'x' },
    {},
    { a: 1 },
    { a: 'x', b: 1 },
  ],
  [
    { patternProperties: { '^x_': { type: 'number' } }, additionalProperties: { type: 'string' } },
    { x_a: 1, b: 'c' },
    { x_a: 'no' },
    { b: 2 },
  ],
  [
    { propertyNames: { maxLength: 2 }, minProperties: 1, maxProperties: 2 },
    { ab: 1 },
    { abc: 1 },
    {},
    { a: 1, b: 2, c: 3 },
  ],
  [
    { dependentRequired: { a: ['b'] }, dependentSchemas: { c: { required: ['d'] } } },
    { a: 1 },
    { a: 1, b: 2 },
    { c: 1 },
    { c: 1, d: 1 },
  ],
  [{ allOf: [{ minimum: 1 }, { maximum: 5 }] }, 3, 0, 6],
  [{ anyOf: [{ type: 'string' }, { minimum: 5 }] }, 'a', 6, 4],
  [{ oneOf: [{ type: 'number' }, { minimum: 5 }] }, 4, 6, 'a'],
  [{ not: { type: 'string' } }, 1, 'a'],
  [
    JSON.parse('{"if": {"required": ["a"]}, "then": {"required": ["b"]}, "else": {"required": ["c"]}}'),
    { a: 1 },
    { a: 1, b: 1 },
    {},
    { c: 1 },
  ],
  [{ $ref: '#/$defs/a', $defs: { a: { type: 'string' } } }, 'x', 1],
  [{ $ref: '#name', $defs: { a: { $anchor: 'name', type: 'string' } } }, 'x', 1],
  [
    { properties: { a: true }, allOf: [{ properties: { b: true } }], unevaluatedProperties: false },
    { a: 1, b: 2 },
    { a: 1, c: 2 },
  ],
  [{ prefixItems: [true], unevaluatedItems: false }, [1], [1, 2], []],
  [{ additionalProperties: false }, {}, { a: 1 }],
  [{ properties: { a: false } }, {}, { a: 1 }],
];

describe('values are judged as by a compiled validator', () => {
  const ajv = new Ajv2020({ strict: false, validateFormats: false });
  for (const [schema, ...values] of cases) {
    test(JSON.stringify(schema), () => {
      assert.deepEqual(findSchemaProblems(schema), []);
      const validate = ajv.compile(schema);
      for (const value of values) {
        assert.equal(findValueProblems(schema, value).length === 0, validate(value), JSON.stringify(value));
      }
    });
  }
});

test('the older `dependencies` are honoured, as lists of names and as schemas', () => {
  const schema = { dependencies: { card: ['address'], iban: { required: ['bic'] } } };
  assert.deepEqual(findSchemaProblems(schema), []);
  assert.deepEqual(findValueProblems(schema, { name: 'x' }), []);
  assert.deepEqual(findValueProblems(schema, { card: 1, address: 'y' }), []);
  assert.equal(findValueProblems(schema, { card: 1 })[0]!.path, 'address');
  assert.equal(findValueProblems(schema, { iban: 1 })[0]!.path, 'bic');
});

test('a nullable value may be null', () => {
  const schema = { type: 'string', enum: ['a'], nullable: true };
  assert.deepEqual(findValueProblems(schema, null), []);
  assert.equal(findValueProblems(schema, 'b').length, 1);
});
