import assert from 'node:assert/strict';
import { test } from 'node:test';
import { openDocument } from './document.ts';
import { findGreeting, findLetterhead, findParties, findSignature, readParty } from './parties.ts';
import { findDateline, findPlaces } from './places.ts';

test('a party is its name, without address, mail, brackets and title', () => {
  assert.equal(readParty('Ada Lovelace <ada@example.org>'), 'Ada Lovelace');
  assert.equal(readParty('ada@example.org (Ada Lovelace)'), 'Ada Lovelace');
  assert.equal(readParty('"Lovelace, Ada" <ada@example.org>'), 'Ada Lovelace');
  assert.equal(readParty('Acme, Inc., 5 High Street'), 'Acme, Inc.');
  assert.equal(readParty('Acme Ltd | 5 High Street'), 'Acme Ltd');
  assert.equal(readParty('Salary, Larsen Boatyard AS'), 'Larsen Boatyard AS');
});

test('what has no two letters, or is longer than any name, is no party', () => {
  assert.equal(readParty('12 / 7'), undefined);
  assert.equal(readParty(''), undefined);
  assert.equal(readParty('word '.repeat(40)), undefined);
});

test('sentences, sums and cash machines name nobody', () => {
  const found = (value: string): unknown[] =>
    findParties(openDocument(`Payee: ${value}`), 'party')
      .filter(({ trust }) => trust === 1)
      .map((one) => one.value);
  assert.deepEqual(found('Acme Ltd'), ['Acme Ltd']);
  assert.deepEqual(found('The invoice was issued'), []);
  assert.deepEqual(found('ATM High Street'), []);
  assert.deepEqual(found('2026 totals'), []);
});

test('a company is no person', () => {
  const labelled = (kind: 'person' | 'organization'): unknown[] =>
    findParties(openDocument('Payee: Acme Holdings Ltd'), kind)
      .filter(({ trust }) => trust === 1)
      .map(({ value }) => value);
  assert.deepEqual(labelled('person'), []);
  assert.deepEqual(labelled('organization'), ['Acme Holdings Ltd']);
});

test('a letterhead is the first line that can be a name; titles, labels and numbers are passed over', () => {
  const isTitle = (line: string): boolean => /^invoice/i.test(line);
  assert.equal(
    findLetterhead(openDocument('INVOICE\n2026-01-01\nDate: today\nAcme Ltd   Page 1'), isTitle),
    'Acme Ltd',
  );
  assert.equal(findLetterhead(openDocument('123\n---'), isTitle), undefined);
});

test('a greeting names its recipient, unless it greets everybody', () => {
  assert.equal(findGreeting(openDocument('Dear Ada Lovelace,\nhello')), 'Ada Lovelace');
  assert.equal(findGreeting(openDocument('Dear Customer,')), undefined);
  assert.equal(findGreeting(openDocument('Dear Sir or Madam,')), undefined);
  assert.equal(findGreeting(openDocument('No greeting')), undefined);
});

test('a signature is the line below the closing words', () => {
  assert.equal(findSignature(openDocument('Thank you.\n\nBest regards,\n\nAda Lovelace\nAnalyst')), 'Ada Lovelace');
  assert.equal(findSignature(openDocument('With regards to the matter nothing follows')), undefined);
});

test('a place is a city with a country or state that is known', () => {
  const places = (text: string): unknown[] =>
    findPlaces(openDocument(text))
      .filter(({ trust }) => trust === 1)
      .map(({ value }) => value);
  assert.deepEqual(places('She lives in Lyon, France.'), ['Lyon, France']);
  assert.deepEqual(places('Born in Springfield, IL and raised there'), ['Springfield, IL']);
  assert.deepEqual(places('I met Anna, Berta and others'), []);
});

test('a dateline gives the city in plain letters, and a headline in capitals is none', () => {
  assert.equal(findDateline(openDocument('BERLIN, Germany (Agency) - It rained.')), 'Berlin, Germany');
  assert.equal(findDateline(openDocument('NEW YORK - It rained.')), 'New York');
  assert.equal(findDateline(openDocument('THE END - of it')), undefined);
  assert.equal(findDateline(openDocument('It rained in Berlin.')), undefined);
});
