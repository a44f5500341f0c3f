import assert from 'node:assert/strict';
import { test } from 'node:test';
import { checkValue } from './check-value.ts';

// A value of one record that an answer gives to its neighbour, in entries that span lines.

const text = `Experience

Data Analyst
Lakeside Clinic
2019 to 2021

Junior Developer
Nubia Pagos
2016 to 2018
`;
const schema = {
  type: 'object',
  properties: {
    experience: {
      type: 'array',
      items: {
        type: 'object',
        properties: { title: { type: 'string' }, company: { type: 'string' }, start_year: { type: 'integer' } },
      },
    },
  },
};
const rows = [
  { title: 'Data Analyst', company: 'Lakeside Clinic', start_year: 2019 },
  { title: 'Junior Developer', company: 'Nubia Pagos', start_year: 2016 },
];
const markOf = (experience: object[], field: string) =>
  checkValue({ value: { experience }, schema, sources: [{ text }], isModel: true }).find(
    (mark) => mark.field === field,
  )!;

test('a value that two records claim, and that stands there once, belongs to the nearer one', () => {
  const taken = [rows[0]!, { ...rows[1], company: 'Lakeside Clinic' }];
  const wrong = markOf(taken, '/experience/1/company');
  assert.deepEqual([wrong.status, wrong.ground], ['unsupported', 'text-other-row']);
  assert.ok(wrong.confidence < 0.8);
  assert.equal(markOf(taken, '/experience/0/company').status, 'found');
});

test('right values stay found, also one that stands in both records', () => {
  for (const field of ['company', 'start_year', 'title'])
    for (const row of [0, 1]) assert.equal(markOf(rows, `/experience/${row}/${field}`).status, 'found');
  const both = `${text}Lakeside Clinic`.replace('Nubia Pagos', 'Lakeside Clinic');
  const value = { experience: [rows[0], { ...rows[1], company: 'Lakeside Clinic' }] };
  const marks = checkValue({ value, schema, sources: [{ text: both }], isModel: true });
  for (const mark of marks.filter(({ field }) => field.endsWith('company'))) assert.equal(mark.status, 'found');
});

test('the line of a value does not decide alone to which record the value belongs', () => {
  const order = 'Description      Quantity\nCeramic mug 32   9\nGarden hose 8    3\n';
  const item = { type: 'object', properties: { description: { type: 'string' }, quantity: { type: 'integer' } } };
  const properties = { items: { type: 'array', items: item } };
  const marked = (items: object[]) =>
    checkValue({ value: { items }, schema: { type: 'object', properties }, sources: [{ text: order }], isModel: true });
  const [mug, hose] = [
    { description: 'Ceramic mug 32', quantity: 9 },
    { description: 'Garden hose 8', quantity: 3 },
  ];
  assert.deepEqual(new Set(marked([mug, hose]).map(({ status }) => status)), new Set(['found']));
  const taken = marked([mug, { ...hose, description: 'Ceramic mug 32' }]);
  assert.deepEqual(
    taken.map(({ status, ground }) => (status === 'found' ? status : ground)),
    ['found', 'found', 'text-other-row', 'found'],
  );
});
