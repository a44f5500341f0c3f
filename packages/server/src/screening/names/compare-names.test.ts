import assert from 'node:assert/strict';
import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { test } from 'node:test';
import { parse } from 'csv-parse/sync';
import { compareNames } from './compare-names.ts';
import type { NameKind } from './read-name.ts';

const match = 0.8;
const score = (one: string, other: string, kind: NameKind = 'person'): number => compareNames(one, other, kind).score;

test('one person in the ways that names are written is a match', () => {
  for (const [one, other] of [
    ['Muammar Gaddafi', 'Moammar Qaddafi'],
    ['Владимир Иванов', 'Vladimir Ivanov'],
    ['IVANOV, Vladimir', 'Vladimir Ivanov'],
    ['V. Ivanov', 'Vladimir Ivanov'],
    ['Hajji Omar Rahman', 'Umar Rahman'],
    ['Nikolai Plat Ono Vich Petrov', 'Nikolai Platonovich Petrov'],
    ['فرناندو بيريز', 'Fernando Perez'],
    ['Bob Miller', 'Robert Miller'],
    ['Jose Ana Lopez', 'José Ána López'],
  ] as const)
    assert.ok(score(one, other) >= match, `${one} and ${other}: ${score(one, other)}`);
});

test('people who share only a part of their names are no match', () => {
  for (const [one, other] of [
    ['Othman Ahmed al-Harbi', 'Othman Ahmed al-Ghamdi'],
    ['Abdullah bin Omar Saleh', 'Omar bin Abdullah Saleh'],
    ['John Smith', 'John Miller'],
    ['Smith', 'John Smith'],
    ['习近朋', '习近平'],
  ] as const)
    assert.ok(score(one, other) < match, `${one} and ${other}: ${score(one, other)}`);
});

test('legal forms, blanks and signs do not make another company, countries and numbers do', () => {
  assert.ok(score('OAO Gazstroy', 'Open Joint Stock Company Gazstroy', 'company') >= match);
  assert.ok(score('Good Will Company', 'Goodwill Co.', 'company') >= match);
  assert.ok(score('A.B.C. Shipping Ltd', 'ABC Shipping Limited', 'company') >= match);
  assert.ok(score('Banco Norte S.A.', 'Banco Norte Mexico S.A.', 'company') < match);
  assert.ok(score('Growth Fund VIII L.P.', 'Growth Fund IX L.P.', 'company') < match);
});

test('the parts say what each word contributed', () => {
  const { parts } = compareNames('Moammar Khalid Qaddafi', 'Muammar Gaddafi', 'person');
  assert.deepEqual(
    parts.map(({ what, why }) => `${what}: ${why}`),
    [
      'moammar and muammar: it sounds the same',
      'qaddafi and gaddafi: it sounds the same',
      'khalid: only in one of the names',
    ],
  );
});

const corpora = process.env.ERRAND_CORPORA;
const skip = corpora === undefined && 'ERRAND_CORPORA does not name the folder of public data';

test('of pairs that others labelled, 92 % of those called alike are, and 84 % of the alike are found', {
  skip,
}, async () => {
  type Row = { schema: string; name1: string; name2: string; is_match: string };
  const rows: Row[] = parse(await readFile(join(corpora!, 'names/pairs.csv')), { columns: true });
  const kinds: Record<string, NameKind> = { Person: 'person', Vessel: 'other' };
  const found = rows.map((row) => ({
    isMatch: row.is_match === 'true',
    isFound: score(row.name1, row.name2, kinds[row.schema] ?? 'company') >= match,
  }));
  const right = found.filter(({ isMatch, isFound }) => isMatch && isFound).length;
  assert.ok(right / found.filter(({ isFound }) => isFound).length >= 0.92);
  assert.ok(right / found.filter(({ isMatch }) => isMatch).length >= 0.84);
});
