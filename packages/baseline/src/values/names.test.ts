import assert from 'node:assert/strict';
import { test } from 'node:test';
import { findNames, hasCompanyForm, isRole } from './names.ts';

test('persons, organizations and places are told apart', () => {
  const kinds = new Map(
    findNames('Maria Schmidt works for Lakeside Clinic Ltd in Munich.').map(({ text, kind }) => [text, kind]),
  );
  assert.equal(kinds.get('Maria Schmidt'), 'person');
  assert.equal(kinds.get('Lakeside Clinic Ltd'), 'organization');
});

test('a name keeps its place in the text', () => {
  const text = 'Signed by Maria Schmidt.';
  const [name] = findNames(text);
  assert.equal(text.slice(name!.start, name!.end), name!.text);
});

test('forms of companies and roles are known as such', () => {
  assert.ok(hasCompanyForm('Example GmbH') && hasCompanyForm('Example Inc.') && !hasCompanyForm('Ada Lovelace'));
  assert.ok(isRole('nurse') && !isRole('Ada'));
});
