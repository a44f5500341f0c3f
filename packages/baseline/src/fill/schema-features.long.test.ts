import assert from 'node:assert/strict';
import { test } from 'node:test';
import { findSchemaProblems } from '@errand/json-schema/check-schema.ts';
import { findValueProblems } from '@errand/json-schema/check-value.ts';
import { fill } from './fill.ts';

// Tests every feature of a schema on one text.

const text = `Order 4711 of 3 May 2026
Customer: Ada Byron <ada@byron.example>, +44 20 7946 0321
Size: 40 x 60 cm
Coordinates: 48.8566, 2.3522
Status: shipped
Session: 7d444840-9dc0-11d1-b245-5ffdce74fad2
Duration: 2 hours 30 minutes
Tags: red, green, blue
Pickup time: 14:30
`;

const number = { type: 'number' };
const string = { type: 'string' };
const company = {
  type: 'object',
  properties: { vat_number: { ...string, pattern: '^DE\\d+$' } },
  required: ['vat_number'],
};
const person = {
  type: 'object',
  properties: { name: string, email: { ...string, format: 'email' } },
  required: ['name', 'email'],
};

const cases: Record<string, [schema: Record<string, unknown>, value: unknown][]> = {
  'what is not found is the default, whatever its type': [
    [{ country: { ...string, default: 'DE' } }, { country: 'DE' }],
    [{ is_paid: { type: 'boolean', default: true } }, { is_paid: true }],
    [{ parcels: { type: 'integer', default: 3 } }, { parcels: 3 }],
    [{ status: { ...string, default: 'open' } }, { status: 'shipped' }],
    [{ parcels: { type: 'integer', default: 'not a number' } }, {}],
  ],
  'examples are looked for in the text': [[{ x1: { ...string, examples: ['0815', '4711'] } }, { x1: '4711' }]],
  'constants, also null': [
    [
      { type: { const: 'order' }, version: { const: 2 } },
      { type: 'order', version: 2 },
    ],
    [{ none: { const: null } }, { none: null }],
  ],
  'lists whose places mean something, and lists of lists': [
    [
      { coordinates: { type: 'array', prefixItems: [number, number], items: false, minItems: 2 } },
      { coordinates: [48.8566, 2.3522] },
    ],
    [{ size: { prefixItems: [{ type: 'integer' }, { type: 'integer' }, string] } }, { size: [40, 60, 'cm'] }],
    [{ coordinates: { type: 'array', items: { type: 'array', items: number } } }, { coordinates: [[48.8566, 2.3522]] }],
    [{ coordinates: { type: 'array', prefixItems: [number, number, number] } }, { coordinates: [] }],
  ],
  'of several shapes the one that the text fills': [
    [{ customer: { oneOf: [company, person] } }, { customer: { name: 'Ada Byron', email: 'ada@byron.example' } }],
    [
      { customer: { anyOf: [{ type: 'null' }, company, person] } },
      { customer: { name: 'Ada Byron', email: 'ada@byron.example' } },
    ],
    [{ order_number: { anyOf: [{ type: 'integer' }, string] } }, { order_number: 4711 }],
  ],
  'null where that is allowed and nothing is said': [
    [{ fax: { type: ['string', 'null'] } }, { fax: null }],
    [{ level: { enum: ['gold', 'silver', null] } }, { level: null }],
    [{ status: { enum: ['shipped', 'open', null] } }, { status: 'shipped' }],
  ],
  'formats, and a list that is long enough or not there': [
    [{ session: { ...string, format: 'uuid' } }, { session: '7d444840-9dc0-11d1-b245-5ffdce74fad2' }],
    [{ duration: { ...string, format: 'duration' } }, { duration: 'PT2H30M' }],
    [{ pickup_time: { ...string, format: 'time' } }, { pickup_time: '14:30:00Z' }],
    [{ tags: { type: 'array', items: string, minItems: 2 } }, { tags: ['red', 'green', 'blue'] }],
    [{ tags: { type: 'array', items: string, minItems: 4 } }, {}],
  ],
};

for (const [name, list] of Object.entries(cases)) {
  test(name, async () => {
    for (const [properties, value] of list) {
      const schema = { type: 'object', properties };
      assert.deepEqual(findSchemaProblems(schema), []);
      const filled = await fill(text, { schema, instruction: '' });
      assert.deepEqual(filled, value);
      assert.deepEqual(findValueProblems(schema, filled), []);
    }
  });
}

test('references by name, and shapes at the top', async () => {
  const named = { properties: { customer: { $ref: '#person' } }, $defs: { p: { $anchor: 'person', ...person } } };
  assert.deepEqual(await fill(text, { schema: named, instruction: '' }), {
    customer: { name: 'Ada Byron', email: 'ada@byron.example' },
  });
  const top = {
    anyOf: [company, { type: 'object', properties: { order_number: string }, required: ['order_number'] }],
  };
  assert.deepEqual(await fill(text, { schema: top, instruction: '' }), { order_number: '4711' });
});
