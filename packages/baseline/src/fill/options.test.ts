import assert from 'node:assert/strict';
import { test } from 'node:test';
import { readSchema } from '../schema/schema.ts';
import { openDocument } from '../text/document.ts';
import { bodyOf, chooseOption, chooseOptions, countCues } from './options.ts';

// Only texts whose words decide, because the network takes a while to load. fill-values.long.test covers doubtful ones.

const field = (name: string, options: unknown[]) =>
  readSchema({ type: 'object', properties: { [name]: { enum: options } } }, '').properties![0]!;
const choose = (text: string, name: string, options: unknown[]): Promise<unknown> =>
  chooseOption(field(name, options), openDocument(text));

test('what stands under the label is chosen, by its word, its beginning or its level', async () => {
  const levels = ['low', 'normal', 'high', 'urgent'];
  assert.equal(await choose('Priority: high\nIt is not urgent.', 'priority', levels), 'high');
  assert.equal(await choose('Priority: P1', 'priority', levels), 'urgent');
  assert.equal(await choose('Status: shipping', 'status', ['shipped', 'open']), 'shipped');
});

test('the longest option that the label names wins', async () => {
  assert.equal(await choose('Status: not paid', 'status', ['paid', 'not paid']), 'not paid');
});

test('a single option is the answer whatever the text says; numbers are chosen by label only', async () => {
  assert.equal(await choose('anything', 'kind', ['fixed']), 'fixed');
  assert.equal(await choose('nothing of it', 'level', [1, 2, 3]), undefined);
  assert.equal(await choose('Level: 2', 'level', [1, 2, 3]), 2);
});

test('words typical for a category decide when no label does', async () => {
  const text = 'The parcel was delivered by the courier, but the package was damaged. Tracking says delivered.';
  assert.equal(await choose(text, 'topic', ['shipping', 'billing', 'sports']), 'shipping');
});

test('of a list all options are taken that the text names, as whole words', async () => {
  const options = field('x', ['red', 'green', 'blue']).options!;
  const tags = field('colors', ['red']);
  assert.deepEqual(await chooseOptions(tags, options, openDocument('A blue and red flag, evergreen.')), [
    'red',
    'blue',
  ]);
});

test('phrases at the beginning count twice, each once, by their stem', () => {
  assert.equal(countCues(['refund', 'refund'], 'Refunds please'), 2);
  assert.equal(countCues(['refund'], `${'x '.repeat(150)}refund`), 1);
  assert.equal(countCues(['refund', ''], 'nothing'), 0);
});

test('the body is the text without its head of labels, or the whole where nothing else is', () => {
  const mail = openDocument('From: Ada\nSubject: Late parcel\n\nMy parcel has not come for three weeks.');
  assert.equal(bodyOf(mail), 'Late parcel\n\nMy parcel has not come for three weeks.');
  const form = openDocument('Name: Ada\nCity: Kent');
  assert.equal(bodyOf(form), form.text);
});
