import assert from 'node:assert/strict';
import { test } from 'node:test';
import { parseFilter } from './filter.ts';
import { toSql } from './filter-sql.ts';

const attributes = {
  username: { kind: 'text', sql: 'n' },
  externalid: { kind: 'text', sql: 'x', exact: true },
  active: { kind: 'boolean', sql: 'a' },
  'meta.lastmodified': { kind: 'time', sql: 't' },
  emails: { kind: 'list', from: 'emails e', member: (name: string) => `e.${name}` },
} as const;

function sql(text: string): [string, unknown[]] {
  const values: unknown[] = ['scope'];
  return [toSql(parseFilter(text), attributes, values), values.slice(1)];
}

test('a filter of a directory becomes a condition with bound values', () => {
  assert.deepEqual(sql('userName eq "Ada"'), ['lower(n) = lower($2::text)', ['Ada']]);
  assert.deepEqual(sql('externalId EQ "Ada"'), ['x = $2::text', ['Ada']]);
  assert.deepEqual(sql('urn:ietf:params:scim:schemas:core:2.0:User:userName pr'), [`coalesce(n, '') <> ''`, []]);
  assert.deepEqual(sql('active eq true and not (active eq "False")'), ['(a and not coalesce(not a, false))', []]);
  assert.deepEqual(sql('emails[type eq "work" and value co "x"]')[0].match(/e\.(type|value)/g), ['e.type', 'e.value']);
  assert.deepEqual(sql('emails[type eq "work"].value eq "x"')[1], ['work', 'x']);
  assert.deepEqual(
    sql('emails.value sw "x"')[0],
    'exists (select from emails e where starts_with(lower(e.value), lower($2::text)))',
  );
});

test('and binds closer than or, and parentheses closer than both', () => {
  const shape = (text: string): string => sql(text)[0].replace(/lower\(n\) = lower\(\$\d::text\)/g, 'c');
  const c = 'userName eq "a"';
  assert.equal(shape(`${c} or ${c} and ${c}`), '(c or (c and c))');
  assert.equal(shape(`(${c} or ${c}) and ${c}`), '((c or c) and c)');
});

test('a value never becomes SQL, and what cannot be read is refused', () => {
  const [text, values] = sql(`userName eq "'; drop table users; --\\""`);
  assert.equal(text, 'lower(n) = lower($2::text)');
  assert.deepEqual(values, [`'; drop table users; --"`]);
  for (const bad of [
    '',
    'userName',
    'userName eq',
    'userName eq "a',
    'x eq "1"',
    'not userName pr',
    'emails[a[b pr]]',
  ]) {
    assert.throws(() => sql(bad), { scimType: 'invalidFilter' }, bad);
  }
  assert.throws(() => sql(`${'('.repeat(50)}userName pr${')'.repeat(50)}`), /nested too deep/);
  assert.throws(() => sql(`userName eq "${'x'.repeat(3_000)}"`), /at most 2000/);
  assert.throws(() => sql('meta.lastModified gt "yesterday"'), /a date/);
});
