import assert from 'node:assert/strict';
import { test } from 'node:test';
import { parseJobQuery } from '@errand/contract/job-query.ts';
import { readColumns } from './columns.ts';
import { matchNumber, matchText, toLike } from './match-sql.ts';
import { firstValueAt } from './path-sql.ts';
import { termsSql } from './term-sql.ts';

function write(query: string): { sql: string; values: unknown[] } {
  const { terms, problem } = parseJobQuery(query);
  assert.equal(problem, undefined, query);
  const values: unknown[] = [];
  const bind = (value: unknown): string => `$${values.push(value)}`;
  return {
    sql: termsSql(
      terms.map((term) => ({ ...term, now: Date.parse('2026-01-02') })),
      bind,
    ),
    values,
  };
}

test('search texts are bound, never written into the statement', () => {
  for (const query of [`"'; drop table jobs"`, `model:"x' or true"`, `output."a'b":"c'd"`, `metadata.k:"e'f"`]) {
    const { sql, values } = write(query);
    assert.doesNotMatch(sql, /drop|or true|a'b|c'd|e'f/, query);
    assert.ok(values.length > 0);
  }
});

test('a negated term also finds jobs that have no such value', () => {
  assert.match(write('-model:x').sql, /^ and not coalesce\(exists \(.*\), false\)$/);
  assert.match(write('model:x').sql, /^ and exists/);
});

test('numbers compare by value and only where there is one; other texts by their signs', () => {
  const values: unknown[] = [];
  const bind = (value: unknown): string => `$${values.push(value)}`;
  const term = (operator: '>' | '=', text: string) => ({ operator, values: [{ text, isPattern: false }] });
  assert.match(matchText('x', term('>', '500'), bind), /^case when x ~ .* then \(x\)::numeric > \$1::numeric end$/);
  assert.equal(matchText('x', term('>', '2026-01'), bind), '(x) collate "C" > $2::text');
  assert.equal(matchNumber('cost', term('>', '$0.5'), bind), 'cost > $3::numeric');
  assert.deepEqual(values, ['500', '2026-01', '0.5']);
});

test('stars of a pattern stand for anything, every other sign for itself', () => {
  assert.equal(toLike({ text: 'a*b_c%', isPattern: true }), 'a%b\\_c\\%');
  assert.equal(toLike({ text: 'a*', isPattern: false }), 'a*');
});

test('columns are paths, listed once; anything else is refused with an example', () => {
  assert.deepEqual(readColumns(['output.total', 'output.total', 'metadata."case id".x']), [
    { name: 'output.total', root: 'output', path: ['total'] },
    { name: 'metadata."case id".x', root: 'metadata', path: ['case id', 'x'] },
  ]);
  assert.throws(() => readColumns(['cost']), /not valid/);
  assert.match(
    firstValueAt('metadata', ['a'], () => '$1'),
    /#>> \$1::text\[\]/,
  );
});
