import assert from 'node:assert/strict';
import { test } from 'node:test';
import { fillChecked } from '../fill-checked.ts';

// One small sentence for each kind of fact: what a newcomer types is short, and every word of it counts.

const string = { type: ['string', 'null'] };
const number = { type: ['number', 'null'] };
const date = { type: ['string', 'null'], format: 'date' };
const ask = (text: string, properties: Record<string, unknown>) =>
  fillChecked(text, { schema: { properties }, instruction: '' });

test('a range of days has a first and a last one, and both have its month and year', async () => {
  const fields = { check_in: date, check_out: date };
  const wanted = { check_in: '2025-03-02', check_out: '2025-03-07' };
  for (const days of ['from 2 to 7 March 2025', '2-7 March 2025', 'between 2 March and 7 March 2025'])
    assert.deepEqual(await ask(`The room is booked ${days}.`, fields), wanted, days);
  assert.deepEqual(await ask('The fair on 8 and 9 May 2026 is open.', { start_date: date, end_date: date }), {
    start_date: '2026-05-08',
    end_date: '2026-05-09',
  });
});

test('two counted things are no range of days', async () => {
  const text = 'We ordered chairs 4 and 9 May 2026 is the day of delivery.';
  assert.deepEqual(await ask(text, { start_date: date }), { start_date: null });
});

test('what was moved has an old day and a new one', async () => {
  const text = 'The hearing planned for 4 May 2026 was postponed to 11 June 2026.';
  assert.deepEqual(await ask(text, { original_date: date, new_date: date }), {
    original_date: '2026-05-04',
    new_date: '2026-06-11',
  });
});

test('a day to answer by is not the day of the event', async () => {
  const text = 'The dinner is on 4 May 2026 at Villa Aurora. Please answer by 20 April 2026.';
  assert.deepEqual(await ask(text, { date }), { date: '2026-05-04' });
});

test('a time stays as the text has it, unless the field names a format', async () => {
  const text = 'Your visit is on 4 May 2026 at 4:45 pm.';
  assert.deepEqual(await ask(text, { time: string }), { time: '4:45 pm' });
  assert.deepEqual(await ask(text, { time: { type: 'string', format: 'time' } }), { time: '16:45:00Z' });
});

test('an agreement between two has a first party and a second one', async () => {
  const text = 'Contract between Marlin Ltd and Otter GmbH of 4 May 2026.';
  assert.deepEqual(await ask(text, { party_a: string, party_b: string }), {
    party_a: 'Marlin Ltd',
    party_b: 'Otter GmbH',
  });
});

test('a possessive names the person of the sentence before', async () => {
  const text = 'Our customer at counter 3 complained. His name is Paulo Neri.';
  assert.deepEqual(await ask(text, { customer: string }), { customer: 'Paulo Neri' });
});

test('sums have a period, a purpose or a verb', async () => {
  const text =
    'Olga pays 900 dollars a month. The bank lends 40,000 dollars. We paid 310 dollars for the flight. The excess is 150 dollars.';
  assert.deepEqual(
    await ask(text, { monthly_rent: number, principal: number, flight_cost: number, deductible: number }),
    { monthly_rent: 900, principal: 40_000, flight_cost: 310, deductible: 150 },
  );
});

test('places have a verb: where something was picked up, and where it goes', async () => {
  const text = 'The crates were loaded in Genoa and will arrive in Tunis on 4 May 2026.';
  assert.deepEqual(await ask(text, { port_of_loading: string, port_of_discharge: string }), {
    port_of_loading: 'Genoa',
    port_of_discharge: 'Tunis',
  });
});

test('addresses, quotations, kinds and places of machines are read by their form', async () => {
  const text =
    'The course "Knots for Sailors" at 27 Harbour Street, Cork is full. Ann took unpaid leave. The ap-south region is down.';
  assert.deepEqual(await ask(text, { title: string, street: string, leave_type: string, region: string }), {
    title: 'Knots for Sailors',
    street: '27 Harbour Street',
    leave_type: 'unpaid leave',
    region: 'ap-south',
  });
});

test('the digits behind a comma of thousands are no code, and a pronoun is no name', async () => {
  assert.deepEqual(await ask('The field has 2,350 trees.', { field_number: string }), { field_number: null });
  assert.deepEqual(await ask('Our tenant moved out.', { tenant: string }), { tenant: null });
});

test('a service is a name, not the text', async () => {
  const text = 'We owe Bolt Ltd 40 dollars. They came on 4 May 2026. Thanks again for the quick help with it.';
  assert.deepEqual(await ask(text, { service: string }), { service: null });
});
