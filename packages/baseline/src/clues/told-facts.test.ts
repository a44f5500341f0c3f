import assert from 'node:assert/strict';
import { test } from 'node:test';
import { fill } from '../fill/fill.ts';
import { checkValue } from '../trust/check-value.ts';

const string = { type: ['string', 'null'] };
const number = { type: ['number', 'null'] };
const integer = { type: ['integer', 'null'] };
const boolean = { type: ['boolean', 'null'] };
const ask = (text: string, properties: Record<string, unknown>) =>
  fill(text, { schema: { properties }, instruction: '' });

test('a journey has a place from which it starts and one where it ends', async () => {
  assert.deepEqual(await ask('The ferry from Split to Ancona was late.', { origin: string, destination: string }), {
    origin: 'Split',
    destination: 'Ancona',
  });
});

test('a name ends where its sentence does', async () => {
  assert.deepEqual(await ask('Please come to gate C17. Boarding begins at noon.', { gate: string }), { gate: 'C17' });
});

test('what somebody works as, for whom, and why something happened', async () => {
  const text =
    'The museum hired Olga Brunner as head of collections because Dr. Falk retired. She reports to Jan Maas.';
  assert.deepEqual(await ask(text, { position: string, manager: string, reason: string }), {
    position: 'head of collections',
    manager: 'Jan Maas',
    reason: 'Dr. Falk retired',
  });
});

test('the verb and the preposition of a field say whose name it is', async () => {
  const text = 'The safe was opened by Ivo Lukas and its content was handed to our lawyer Petra Winter.';
  assert.deepEqual(await ask(text, { opened_by: string, handed_to: string }), {
    opened_by: 'Ivo Lukas',
    handed_to: 'Petra Winter',
  });
});

test('a number counts the thing that stands after it, and a year counts nothing', async () => {
  const text = 'In 2024 the clinic treated 1,310 patients in 12 wards. 4 of 12 wards are closed.';
  assert.deepEqual(await ask(text, { patients: integer, closed: integer }), { patients: 1_310, closed: 4 });
  assert.deepEqual(await ask('The shop opened in 2024.', { visitors: integer }), { visitors: null });
});

test('prices per piece, ages and years of events have words beside them', async () => {
  const text = 'Lena Vogt, 42, rents a house that was built in 1961 for 90 dollars per night.';
  const fields = { price_per_night: number, age: integer, year_built: integer };
  assert.deepEqual(await ask(text, fields), { price_per_night: 90, age: 42, year_built: 1961 });
});

test('"not" after a comma denies what follows it, and "whether" asks for the words after it', async () => {
  assert.equal(((await ask('He wants a refund, not a voucher.', { wants_refund: boolean })) as any).wants_refund, true);
  const hurt = { ...boolean, description: 'whether anybody was hurt' };
  assert.equal(((await ask('The lift got stuck. Nobody was hurt.', { injuries: hurt })) as any).injuries, false);
  assert.equal(((await ask('She does not smoke.', { smoker: boolean })) as any).smoker, false);
});

test('several sentences are no name of a thing', async () => {
  const text = 'Product review: The lamp is bright. I would buy it again at once.';
  assert.deepEqual(await ask(text, { product: string }), { product: null });
});

test('two facts that compete are not chosen between, and what a sentence tells is marked as told', async () => {
  const two = 'The bus from Bern to Basel was full. The bus from Genf to Chur was empty.';
  assert.deepEqual(await ask(two, { origin: string }), { origin: null });
  const [mark] = checkValue({
    value: { destination: 'Ancona' },
    schema: { properties: { destination: string } },
    sources: [{ text: 'The ferry from Split to Ancona was late.' }],
  });
  assert.deepEqual([mark!.status, mark!.ground], ['found', 'text-told']);
});

test('a country is known by its name, wherever it is', async () => {
  assert.deepEqual(await ask('The money went to an account in Belize.', { country: string }), { country: 'Belize' });
});
