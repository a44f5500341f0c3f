import assert from 'node:assert/strict';
import { test } from 'node:test';
import { errorCatalogue } from './error-catalogue.ts';
import { errorTable } from './errors.ts';
import { failureTable } from './failures.ts';

test('every failure has a code of three words, a cause and a remedy that are sentences', () => {
  for (const [code, { cause, remedy }] of Object.entries(failureTable)) {
    assert.match(code, /^errand\.[a-z_]+\.[a-z_]+$/);
    assert.match(cause, /^[A-Z`].*\.$/s, code);
    assert.match(remedy, /^[A-Z`].*\.$/s, code);
    assert.notEqual(cause, remedy, code);
  }
});

test('a failure of a job and an error of an answer never share a code', () => {
  const answers = new Set<string>(Object.values(errorTable).map(({ code }) => code));
  assert.deepEqual(
    Object.keys(failureTable).filter((code) => answers.has(code)),
    [],
  );
});

test('the catalogue has every code of both tables once, in order', () => {
  const codes = [...errorCatalogue.keys()];
  assert.equal(codes.length, Object.keys(failureTable).length + Object.keys(errorTable).length);
  assert.deepEqual(codes, codes.toSorted());
});

test('an answer has its status and shape in the catalogue, a failure of a job has none', () => {
  const { code, status, title } = errorTable.not_found;
  assert.deepEqual([errorCatalogue.get(code)?.status, errorCatalogue.get(code)?.cause], [status, title]);
  for (const failure of Object.keys(failureTable)) assert.equal(errorCatalogue.get(failure)?.status, undefined);
  assert.equal(errorCatalogue.get('errand.no.such'), undefined);
});

test('a remedy never blames: it says what to do', () => {
  for (const { code, remedy } of errorCatalogue.values()) assert.doesNotMatch(remedy, /your fault|should have/i, code);
});
