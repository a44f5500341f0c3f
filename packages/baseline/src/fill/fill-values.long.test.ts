import assert from 'node:assert/strict';
import { test } from 'node:test';
import { fill } from './fill.ts';

type Schema = Record<string, unknown>;

const ask = (text: string, properties: Schema, required: string[] = [], instruction = ''): Promise<unknown> =>
  fill(text, { schema: { type: 'object', properties, required }, instruction });

const string = { type: 'string' };
const date = { type: 'string', format: 'date' };

test('values follow their labels, whatever stands first', async () => {
  const text = 'Due date: 13.04.2024\nInvoice date: 14.03.2024\nOrder: PO-7\nInvoice no. RE-19';
  const found = await ask(text, { invoice_date: date, due_date: date, invoice_number: string, order_number: string });
  assert.deepEqual(found, {
    invoice_date: '2024-03-14',
    due_date: '2024-04-13',
    invoice_number: 'RE-19',
    order_number: 'PO-7',
  });
});

test('a label of the schema itself is known as one, also on a line of its own', async () => {
  assert.deepEqual(
    await ask('Flux capacity\n1.21\nDial colour: dark red', { flux_capacity: { type: 'number' }, dial_color: string }),
    {
      flux_capacity: 1.21,
      dial_color: 'dark red',
    },
  );
});

test('what is not found is null where allowed, an empty list where one is wanted, and left out otherwise', async () => {
  const found = await ask(
    'Nothing of that kind is said here.',
    {
      phone: { type: ['string', 'null'] },
      total: { anyOf: [{ type: 'number' }, { type: 'null' }] },
      note: string,
      code: { type: 'string', minLength: 1 },
      count: { type: 'integer' },
      lines: { type: 'array', items: string },
      due_date: date,
    },
    ['note', 'code', 'count', 'lines'],
  );
  assert.deepEqual(found, { phone: null, total: null, lines: [] });
});

test('bounds, patterns and formats are kept: a value that breaks one is no answer', async () => {
  const text = 'Quantity: 12\nScore: 250\nCode: ab-12\nCurrency: EUR\nMail: not.an.address';
  const found = await ask(text, {
    quantity: { type: 'integer', minimum: 1, maximum: 20 },
    score: { type: 'number', maximum: 100 },
    code: { type: 'string', pattern: '^[A-Z]{2}-[0-9]{2}$' },
    email: { type: 'string', format: 'email' },
  });
  assert.deepEqual(found, { quantity: 12, code: 'AB-12' });
});

test('objects within objects ask for what belongs to them', async () => {
  const text =
    'Customer: Bob Stone\nCustomer e-mail: bob@stone.example\n\nVendor: Paperworks LLC\nVendor e-mail: sales@paperworks.example';
  const person = { type: 'object', properties: { name: string, email: { type: 'string', format: 'email' } } };
  assert.deepEqual(await ask(text, { vendor: person, customer: person }), {
    vendor: { name: 'Paperworks LLC', email: 'sales@paperworks.example' },
    customer: { name: 'Bob Stone', email: 'bob@stone.example' },
  });
});

const rows = [
  { item: 'Bolt, long', quantity: 4, unit_price: 1.5, amount: 6 },
  { item: 'Nut', quantity: 10, unit_price: 0.2, amount: 2 },
];
const lines = {
  type: 'array',
  items: {
    type: 'object',
    properties: {
      item: string,
      quantity: { type: 'integer' },
      unit_price: { type: 'number' },
      amount: { type: 'number' },
    },
  },
};

for (const [layout, text] of Object.entries({
  bars: '| Item | Qty | Unit price | Amount |\n|---|---|---|---|\n| Bolt, long | 4 | 1.50 | 6.00 |\n| Nut | 10 | 0.20 | 2.00 |',
  tabs: 'Item\tQty\tUnit price\tAmount\nBolt, long\t4\t1.50\t6.00\nNut\t10\t0.20\t2.00',
  columns:
    'Item          Qty   Unit price   Amount\nBolt, long      4         1.50     6.00\nNut            10         0.20     2.00',
  commas: 'item,qty,unit price,amount\n"Bolt, long",4,1.50,6.00\nNut,10,0.20,2.00',
  'running text': 'Bolt, long: 4 x €1.50 = €6.00\nNut: 10 x €0.20 = €2.00',
})) {
  test(`a list of objects is read from ${layout}`, async () => {
    assert.deepEqual(await ask(`Your order\n\n${text}\n\nThank you`, { lines }), { lines: rows });
  });
}

test('a list of objects is read from labels that repeat, and a table may be the whole answer', async () => {
  const user = { type: 'object', properties: { name: string, role: { enum: ['admin', 'viewer'] } } };
  assert.deepEqual(
    await ask('Name: Ada\nRole: admin\n\nName: Bob\nRole: viewer', { users: { type: 'array', items: user } }),
    {
      users: [
        { name: 'Ada', role: 'admin' },
        { name: 'Bob', role: 'viewer' },
      ],
    },
  );
  const found = await fill('name;role\nAda;admin\nBob;viewer', {
    schema: { type: 'array', items: user },
    instruction: '',
  });
  assert.deepEqual(found, [
    { name: 'Ada', role: 'admin' },
    { name: 'Bob', role: 'viewer' },
  ]);
});

test('an enum is what its label says, else what the text means', async () => {
  const level = { enum: ['low', 'medium', 'high'] };
  assert.deepEqual(await ask('Severity: P2 - major', { priority: level }), { priority: 'high' });
  const topic = { enum: ['gardening', 'astronomy', 'cooking'] };
  assert.deepEqual(await ask('The telescope showed four moons around the planet.', { topic }), { topic: 'astronomy' });
  assert.deepEqual(await ask('The gardener planted roses and cut the hedge of the garden.', { topic }), {
    topic: 'gardening',
  });
  // Nothing here is clearly nearer to one than to another.
  assert.deepEqual(await ask('The meeting was moved to Tuesday.', { topic }), {});
});

test('an option may be described by its title, and a constant is a constant', async () => {
  const reason = {
    oneOf: [
      { const: 'A1', title: 'The parcel did not arrive' },
      { const: 'B2', title: 'The customer forgot the password' },
    ],
  };
  const found = await ask('I cannot log in, my password is not accepted.', { reason, version: { const: 2 } });
  assert.deepEqual(found, { reason: 'B2', version: 2 });
});

test('a boolean is true when the text says so, and a denial is not a claim', async () => {
  const refund = { refund_requested: { type: 'boolean', description: 'Asks for money back' } };
  assert.deepEqual(await ask('The lamp broke. I want my money back.', refund), { refund_requested: true });
  assert.deepEqual(await ask('The lamp broke. I do not want a refund.', refund), { refund_requested: false });
  assert.deepEqual(
    await ask('Gift wrap: yes\nInsured: no', { gift_wrap: { type: 'boolean' }, insured: { type: 'boolean' } }),
    {
      gift_wrap: true,
      insured: false,
    },
  );
  assert.deepEqual(await ask('The lamp is green.', { insured: { type: ['boolean', 'null'] } }), { insured: null });
});

test('mood, rating, sums and percentages of running text', async () => {
  const text =
    'I love this blender, it is quiet and powerful. 4 out of 5 stars. It was $79.99, after a discount of 20%.';
  const found = await ask(text, {
    sentiment: { enum: ['positive', 'neutral', 'negative'] },
    rating: { type: 'integer', maximum: 5 },
    price: { type: 'number' },
    discount_percent: { type: 'number' },
    currency: string,
  });
  assert.deepEqual(found, { sentiment: 'positive', rating: 4, price: 79.99, discount_percent: 20, currency: 'USD' });
});

test('a summary consists of sentences of the text', async () => {
  const text =
    'The bridge over the Tarn was closed on Monday. Engineers found cracks in two pillars of the bridge. It was built in 1911. The mayor likes cheese.';
  const { summary } = (await ask(text, { summary: { type: 'string', description: 'Two sentences' } })) as {
    summary: string;
  };
  for (const sentence of summary.split(/(?<=\.) /)) assert.ok(text.includes(sentence), sentence);
  assert.match(summary, /bridge/);
});

test('references, also a schema within itself, are followed to an end', async () => {
  const schema = {
    $ref: '#/$defs/person',
    $defs: {
      person: {
        type: 'object',
        properties: { name: { $ref: '#/$defs/name' }, boss: { $ref: '#/$defs/person' } },
        required: ['name'],
      },
      name: string,
    },
  };
  const found = (await fill('Name: Ada Byron', { schema, instruction: '' })) as { name: string };
  assert.equal(found.name, 'Ada Byron');
});

test('a line of the instruction tells more about a field', async () => {
  const text = 'Ship to: Rotterdam\nHandled by: Ada Byron';
  assert.deepEqual(await ask(text, { x1: string }, [], 'x1: who it was handled by'), { x1: 'Ada Byron' });
  assert.deepEqual(await ask('Date: 03/04/2024', { date }, [], 'Dates are month first.'), { date: '2024-03-04' });
});

test('days are counted from a day of the text, never from today', async () => {
  const next = { next_meeting: { type: ['string', 'null'], format: 'date' } };
  assert.deepEqual(await ask('Notes of 3 May 2024\nNext meeting: tomorrow', next), { next_meeting: '2024-05-04' });
  assert.deepEqual(await ask('Next meeting: tomorrow', next), { next_meeting: null });
});

test('names that mean something to JavaScript are names like others', async () => {
  const found = await fill('Constructor: Ada\n__proto__: Bob', {
    schema: JSON.parse(
      '{"type":"object","properties":{"__proto__":{"type":"string"},"constructor":{"type":"string"}}}',
    ),
    instruction: '',
  });
  assert.equal(JSON.stringify(found), '{"__proto__":"Bob","constructor":"Ada"}');
});

test('a number belongs to the word after it, a party to the name it is given in a contract', async () => {
  const flat = 'Flat for rent: 3 bedrooms, 2 bathrooms, 85 m2, EUR 1,450 per month. Located in Ghent, Belgium.';
  const integer = { type: 'integer' };
  assert.deepEqual(
    await ask(flat, { bedrooms: integer, bathrooms: integer, rent: { type: 'number' }, city: string, country: string }),
    {
      bedrooms: 3,
      bathrooms: 2,
      rent: 1450,
      city: 'Ghent',
      country: 'Belgium',
    },
  );
  const contract =
    'This agreement is made between Orchard Software Inc. ("Provider") and the City of Lakewood ("Client").';
  assert.deepEqual(await ask(contract, { client: string, provider: string }), {
    client: 'City of Lakewood',
    provider: 'Orchard Software Inc.',
  });
});

test('labels of other languages are labels of the same fields', async () => {
  const schema = { properties: { subtotal: { type: 'number' }, due_date: { type: 'string', format: 'date' } } };
  const text = "Sous-total: 1 273,98 €\nDate d'échéance: 13.08.2026\nTotal: 1 516,04 €";
  assert.deepEqual(await fill(text, { schema, instruction: '' }), { subtotal: 1273.98, due_date: '2026-08-13' });
});

test('where two lines could be the title, or a date belongs to a sentence, nothing is given', async () => {
  const schema = {
    properties: {
      headline: { type: 'string' },
      published_on: { type: 'string', format: 'date' },
      place: { type: 'string' },
    },
  };
  const story = `Forty metres of the wall slid into the sea on Monday, 12 January 2026, after gales that lasted for two days.
Nobody was on the quay at the time, said the woman who runs the tea room beside the inner basin of the harbour.
The council will vote on emergency money this week, and engineers are expected to come on Wednesday morning.`;
  const unsure = await fill(
    `TECH | Sport in short\nLate goal keeps Tornby top\nCoach is not amused at all\n\n${story}`,
    {
      schema,
      instruction: '',
    },
  );
  assert.deepEqual(unsure, {});
  const sure = await fill(`Harbour wall gives way\n14 January 2026\n\nPENMARROW - ${story}`, {
    schema,
    instruction: '',
  });
  assert.deepEqual(sure, { headline: 'Harbour wall gives way', published_on: '2026-01-14', place: 'Penmarrow' });
});

test('the address to reply to is not the recipient', async () => {
  const schema = { properties: { recipient_email: { type: 'string', format: 'email' } } };
  const text = 'From: Ada <ada@x.example>\nReply-To: orders@x.example\nSubject: Spring\n\nHello.';
  assert.deepEqual(await fill(text, { schema, instruction: '' }), {});
});

test('the number of a paper may look like a sum', async () => {
  const found = await ask('Rechnungsnummer: R-77\nZwischensumme: 1.000,00 EUR', { invoice_number: string });
  assert.deepEqual(found, { invoice_number: 'R-77' });
});
