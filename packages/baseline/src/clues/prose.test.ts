import assert from 'node:assert/strict';
import { test } from 'node:test';
import { fill } from '../fill/fill.ts';

const string = { type: 'string' };
const date = { type: 'string', format: 'date' };
const ask = (text: string, properties: Record<string, unknown>) =>
  fill(text, { schema: { properties }, instruction: '' });

test('the head of a message says who wrote when, in any language, whatever dates and names the text has', async () => {
  const mail = `Return-Path: <bounce@mailer.example>
From: "Quillfeather Books" <hello@quillfeather.example>
To: undisclosed-recipients:;
Subject: =?utf-8?q?Spring_reads?=
Date: Tue, 17 Mar 2026 08:00:02 +0000

Our favourites are in the shop. The offer ends on 31 March 2026.`;
  const fields = { sender_name: string, sender_email: { ...string, format: 'email' }, subject: string, sent_on: date };
  assert.deepEqual(await ask(mail, fields), {
    sender_name: 'Quillfeather Books',
    sender_email: 'hello@quillfeather.example',
    subject: 'Spring reads',
    sent_on: '2026-03-17',
  });
  const german =
    'Von: Lena Koss <lena@koss.example>\nAn: post@amt.example\nGesendet: 3. Mai 2026\nBetreff: Antrag\n\nBis 9. Mai 2026.';
  assert.deepEqual(await ask(german, { sender_name: string, sent_on: date }), {
    sender_name: 'Lena Koss',
    sent_on: '2026-05-03',
  });
});

test('a byline names the writer, the town and the day, at the head or at the end', async () => {
  const body = `The bakery chain will close 41 of 124 shops before Christmas, its owner said in a message to the staff.
The owner blames the prices of flour and electricity, and about 380 people will lose their work by then.
The union wants to talk to the new managing director of the company about every single shop on the list.`;
  const fields = { author: string, published_on: date, place: string };
  assert.deepEqual(
    await ask(`Chain closes a third of its shops\nby Henrike Pohl, Kassel · 8 August 2025, 06:30\n\n${body}`, fields),
    {
      author: 'Henrike Pohl',
      published_on: '2025-08-08',
      place: 'Kassel',
    },
  );
  const foot = await ask(`${body}\n\n(Reporting by Lotte Brouwer; editing by Sam Adeyemi) 2 December 2024`, fields);
  assert.deepEqual(foot, { author: 'Lotte Brouwer', published_on: '2024-12-02' });
});

test('a notice of a bank names the shop or the payer in its sentence, and the holder in its greeting', async () => {
  const fields = { merchant: { type: ['string', 'null'] }, customer_name: { type: ['string', 'null'] } };
  assert.deepEqual(
    await ask('Your card ending 4471 was used at TESCO STORES 3318 LONDON for £23.80 on 02 May 2025 18:44.', fields),
    { merchant: 'TESCO STORES 3318 LONDON', customer_name: null },
  );
  const hello = 'Hej Lars Pettersson! Your refund from Skogens Cykel AB of SEK 1,295.00 was credited to card *5507.';
  assert.deepEqual(await ask(hello, fields), { merchant: 'Skogens Cykel AB', customer_name: 'Lars Pettersson' });
});

test('a ticket has its number, day and writer in its first lines, also as settings and as JSON', async () => {
  const fields = { ticket_id: string, created_on: date, customer_name: string };
  const expected = { ticket_id: 'SUP-0917', created_on: '2026-01-30', customer_name: 'Ottoline Grey' };
  const plain =
    'Ticket SUP-0917\nDate: 30 January 2026\nUser: ogrey@letters.example (Ottoline Grey)\n\nThe parcel is lost.';
  const settings = 'case id = SUP-0917\ncreated = 2026-01-30\nuser = "Ottoline Grey" <ogrey@letters.example>';
  const json = '{\n "ticket_id": "SUP-0917",\n "created": "2026-01-30",\n "customer": "Ottoline Grey"\n}';
  for (const text of [plain, settings, json]) assert.deepEqual(await ask(text, fields), expected, text);
});

test('a credit note says what comes back, printed with a minus or without', async () => {
  for (const total of ['-233,47 €', '233,47 €'])
    assert.deepEqual(await ask(`Avoir AV-2017-0005\nTotal TTC: ${total}`, { total: { type: 'number' } }), {
      total: 233.47,
    });
});

test('a text that never speaks of a refund does not ask for one', async () => {
  const fields = { refund_requested: { type: 'boolean', description: 'The customer asks for money back' } };
  const of = async (text: string) => ((await ask(text, fields)) as { refund_requested?: boolean }).refund_requested;
  assert.equal(await of('Since the update the app closes when I open the budget tab. Please fix it.'), false);
  assert.equal(await of('The blender is gone. Send another one or give me my 89 euros back.'), true);
  assert.equal(await of('Could you tell me whether a refund is possible?'), undefined);
});
