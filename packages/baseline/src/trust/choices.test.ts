import assert from 'node:assert/strict';
import { test } from 'node:test';
import { readSchema } from '../schema/schema.ts';
import { openDocument } from '../text/document.ts';
import { judgeBoolean, judgeChoice } from './choices.ts';
import { dayOf, indexDates } from './dates.ts';
import { readLetters } from './letters.ts';
import { findText, isReworded } from './texts.ts';

const fieldOf = (name: string, rules: Record<string, unknown>) =>
  readSchema({ type: 'object', properties: { [name]: rules } }, '').properties![0]!;
const status = fieldOf('status', { enum: ['open', 'closed', 'on hold'] });
const judge = (value: string, ...texts: string[]) =>
  judgeChoice(
    value,
    status,
    texts.map((text) => openDocument(text)),
  );

test('an option under its label is found, another one there contradicts it', () => {
  assert.deepEqual(judge('closed', 'Status: closed').ground, 'choice-labelled');
  const { status: mark, ground, note } = judge('open', 'Status: closed');
  assert.deepEqual([mark, ground, note], ['unsupported', 'choice-contradicted', 'The source names another option.']);
});

test('a label in any source counts before a word in running text', () => {
  const { ground, source } = judge('open', 'The door was open.', 'Status: closed');
  assert.deepEqual([ground, source], ['choice-contradicted', 1]);
});

test('an option that the text speaks of is found, one that it never names is judged', () => {
  assert.equal(judge('on hold', 'The case is on hold for now.').ground, 'choice-said');
  const judged = judge('open', 'Reopening was discussed.');
  assert.deepEqual([judged.status, judged.ground], ['derived', 'choice-judged']);
});

test('a yes or no that nothing decides says whether the source speaks of it', () => {
  const pets = fieldOf('pets_allowed', { type: 'boolean' });
  const noteFor = (text: string) => judgeBoolean(true, pets, [openDocument(text)]).note;
  assert.equal(noteFor('Two rooms with a balcony.'), 'The source does not speak of it in these words.');
  assert.equal(
    noteFor('If pets are allowed, the rent is higher.'),
    'The source speaks of it and says neither yes nor no.',
  );
});

test('yes and no are found where the source says so, and unsupported where it says the opposite', () => {
  const paid = fieldOf('paid', { type: 'boolean' });
  const say = (value: boolean, text: string): string => judgeBoolean(value, paid, [openDocument(text)]).ground;
  assert.equal(say(true, 'Paid: yes'), 'boolean-said');
  assert.equal(say(true, 'Paid: no'), 'boolean-contradicted');
  assert.equal(say(false, 'Paid: no'), 'boolean-said');
  assert.equal(say(true, 'A walk in the park.'), 'boolean-judged');
});

test('a value is a day only if it is a date and nothing else', () => {
  assert.equal(dayOf('2026-05-03'), '2026-05-03');
  assert.equal(dayOf(' 2026-05-03T10:00:00Z '), '2026-05-03');
  assert.equal(dayOf('3 May 2026'), '2026-05-03');
  assert.equal(dayOf('by 3 May 2026'), undefined);
  assert.equal(dayOf('3 May 2026 or 4 May 2026'), undefined);
  assert.equal(dayOf('2026'), undefined);
});

test('a day is told apart by how it was found: as written, in the other order, or counted', () => {
  const index = indexDates(openDocument('Dated 2026-05-13. 03/04/2026. Payable within 14 days.'));
  assert.equal(index.day('2026-05-13')?.how, 'same');
  assert.equal(index.day('2026-05-27')?.how, 'derived');
  assert.equal(index.day('1999-01-01'), undefined);
  assert.equal(index.month('2026-05')?.hits.length, 1);
  assert.equal(index.month('1999'), undefined);
  assert.equal(indexDates(openDocument('within 14 days')).day('2026-05-27'), undefined);
});

const look = (value: string, text: string, recognized = false): string | undefined =>
  findText(value, readLetters(text), { recognized })?.how;

test('a value without a letter or digit is found nowhere', () => {
  assert.equal(look('—', 'a — b'), undefined);
});

test('a name is the same, turned, without its form, or not there; never a part of a word', () => {
  assert.equal(look('Anna Meyer', 'ANNA  MEYER'), 'same');
  assert.equal(look('Anna Maria Meyer', 'Meyer, Anna Maria'), 'order');
  assert.equal(look('The Acme Company', 'ask Acme'), 'part');
  assert.equal(look('Inc. Co', 'Inc. and Co'), undefined);
  assert.equal(look('art', 'a cart'), undefined);
});

test('one letter in eight may be misread on a scan, in names only', () => {
  assert.equal(look('Lovelace Works', 'Lovelaca Works', true), 'alike');
  assert.equal(look('Lovelace Works', 'Lavelaca Warks', true), undefined);
  assert.equal(look('Lovelace Works', 'Lovelaca Works'), undefined);
});

test('a few words are a name: they are there or not, and are not reworded', () => {
  const text = 'The bridge was closed because the water rose in the night.';
  const source = { letters: readLetters(text), words: new Set(['bridge', 'closed', 'water', 'rose', 'night']) };
  assert.equal(isReworded('closed bridge', source), false);
});
