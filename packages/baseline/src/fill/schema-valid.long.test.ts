import assert from 'node:assert/strict';
import { test } from 'node:test';
import { findSchemaProblems } from '@errand/json-schema/check-schema.ts';
import { findValueProblems } from '@errand/json-schema/check-value.ts';
import { fill } from './fill.ts';

// Fills generated schemas (with a fixed seed) from texts of several layouts. The result must fit, except that something
// required may be missing, because nothing is invented.

type Schema = Record<string, unknown>;
type Random = <T>(choices: readonly T[]) => T;

function createRandom(seed: number): Random {
  let state = seed;
  return (choices) => {
    state = (Math.imul(state, 1_664_525) + 1_013_904_223) >>> 0;
    return choices[Math.floor((state / 2 ** 32) * choices.length)]!;
  };
}

const names = [
  'name',
  'total',
  'due_date',
  'email',
  'phone',
  'status',
  'items',
  'customer',
  'url',
  'x',
  'summary',
  'country',
  'constructor',
  'quantity',
  'sentAt',
  'notes',
  'rate',
  'is_paid',
  'order number',
  'skills',
  'année',
];

function makeSchema(random: Random, depth: number): Schema {
  const kind = random(
    depth > 0
      ? ['string', 'number', 'integer', 'boolean', 'enum', 'object', 'array', 'null', 'ref', 'tuple', 'shapes']
      : ['string', 'number', 'integer', 'boolean', 'enum'],
  );
  const extra = random<Schema>([{}, {}, { description: 'Amount to pay' }, { title: 'Date of birth' }]);
  switch (kind) {
    case 'string':
      return {
        type: random<unknown>(['string', ['string', 'null']]),
        ...extra,
        ...random<Schema>([
          {},
          { format: 'date' },
          { format: 'email' },
          { format: 'uri' },
          { format: 'date-time' },
          { format: 'time' },
          { pattern: '^[A-Z]{3}$' },
          { minLength: 3, maxLength: 12 },
          { format: 'uuid' },
          { format: 'duration' },
          { default: 'nothing' },
          { examples: ['Bolt', 'ABC'] },
        ]),
      };
    case 'number':
    case 'integer':
      return {
        type: random<unknown>([kind, [kind, 'null']]),
        ...extra,
        ...random<Schema>([{}, { minimum: 10 }, { maximum: 50, exclusiveMinimum: 0 }, { multipleOf: 5 }]),
      };
    case 'boolean':
      return { type: 'boolean', ...extra };
    case 'enum':
      return random<Schema>([
        { enum: ['low', 'high', 3] },
        { type: 'string', enum: ['paid', 'open', 'late'] },
        { const: 'fixed' },
        {
          oneOf: [
            { const: 'a', title: 'alpha' },
            { const: 'b', title: 'beta' },
          ],
        },
      ]);
    case 'null':
      return { anyOf: [{ type: 'null' }, makeSchema(random, depth - 1)] };
    case 'ref':
      return { allOf: [{ $ref: '#/$defs/shared' }] };
    case 'tuple':
      return {
        type: 'array',
        prefixItems: [makeSchema(random, 0), makeSchema(random, 0)],
        ...random<Schema>([{}, { items: false }]),
      };
    case 'shapes':
      return { anyOf: [makeObject(random, depth - 1), makeObject(random, depth - 1)] };
    case 'array':
      return {
        type: 'array',
        items: makeSchema(random, depth - 1),
        ...random<Schema>([{}, { maxItems: 1 }, { minItems: 2 }, { uniqueItems: true }]),
      };
    default:
      return makeObject(random, depth - 1);
  }
}

function makeObject(random: Random, depth: number): Schema {
  const chosen = new Set(Array.from({ length: random([1, 2, 3, 5]) }, () => random(names)));
  return {
    type: 'object',
    properties: Object.fromEntries([...chosen].map((name) => [name, makeSchema(random, depth)])),
    required: [...chosen].filter(() => random([true, false])),
    ...random<Schema>([{}, { additionalProperties: false }, { minProperties: 1 }]),
  };
}

const texts = [
  '',
  'Total: 45.00 EUR\nDue date: 5 May 2024\nCustomer: Ada Byron <ada@x.example>, +44 20 7946 0321\nStatus: paid',
  '| Name | Quantity | Total |\n|---|---|---|\n| Bolt | 4 | 6.00 |\n| Nut | 10 | 2.00 |\n\nSee https://x.example/a',
  'ABC reported on 3 March 2025 that sales rose 20% to $4.5 million. "We are delighted," said Jane Rivera. 3 notes follow.',
  `${'€'.repeat(50)}\u0000\ud800 {"total": 5} ’’’ : : : | | \t\t -- 99999999999999999999 1e999 2024-02-30`,
];

test('whatever is filled in fits its schema', async () => {
  const random = createRandom(20_240_501);
  let fitting = 0;
  for (let round = 0; round < 150; round += 1) {
    const schema = { ...makeObject(random, 3), $defs: { shared: makeSchema(random, 1) } };
    if (JSON.stringify(schema.$defs.shared).includes('$ref')) continue;
    assert.deepEqual(findSchemaProblems(schema), []);
    const text = random(texts);
    const value = await fill(text, { schema, instruction: '' });
    const problems = findValueProblems(schema, value).filter(({ message }) => !isMissing(message));
    assert.deepEqual(problems, [], `round ${round}: ${JSON.stringify({ schema, text, value })}`);
    fitting += 1;
  }
  assert.ok(fitting > 100);
});

/** Whether the value was not found and no true value could replace it. */
const isMissing = (message: string): boolean =>
  ['is missing', 'fits none of the alternatives'].includes(message) || message.startsWith('must have at least');
