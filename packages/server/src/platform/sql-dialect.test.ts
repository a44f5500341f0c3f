import assert from 'node:assert/strict';
import { globSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { test } from 'node:test';

// The service includes PostgreSQL 18 but supports 14. These are keywords of later versions that are easily used by
// mistake; PostgreSQL 14 would refuse such statements. Our SQL is in lower case.

const ROOT = join(import.meta.dirname, '../..');
// SQL in the sandbox is DuckDB's.
const files = [
  ...globSync('migrations/*.sql', { cwd: ROOT }),
  ...globSync('src/**/*.ts', { cwd: ROOT }).filter((path) => !/\.test\.ts$|workspace\/(sandbox|engine)\//.test(path)),
];

const LATER: [since: number, words: RegExp][] = [
  [15, /\bmerge\s+into\b|nulls\s+not\s+distinct|security_invoker|\bregexp_(count|instr|like|substr)\(|\brange_agg\(/],
  [16, /\bany_value\(|\bis\s+json\b|\bjson_(array|object)agg\(|\bdate_(add|subtract)\(|\bpg_stat_io\b/],
  [17, /\bjson_(table|query|value|exists|scalar|serialize)\(|\buuid_extract_|\bon_error\b|\bmerge_action\(/],
  [18, /\buuidv[47]\(|\barray_(sort|reverse)\(|\breturning\s+(old|new)\.|\bcasefold\(/],
];

const KEYWORDS = /^(where|group|order|limit|union|on|having|for|returning|left|join|cross|inner|set|offset)\b/;

test('no statement needs more than PostgreSQL 14', () => {
  assert.ok(files.length > 200, `${files.length} files`);
  const problems = files.flatMap((path) => {
    const text = readFileSync(join(ROOT, path), 'utf8');
    const later = LATER.flatMap(([since, words]) => (words.test(text) ? [`${path}: PostgreSQL ${since}`] : []));
    return [...later, ...findUnnamed(text).map((rest) => `${path}: a select without a name before "${rest}"`)];
  });
  assert.deepEqual(problems, []);
});

/** Up to version 15, a select in `from` needs a name. */
function findUnnamed(text: string): string[] {
  return [...text.matchAll(/\b(?:from|join|lateral)\s*\(\s*(?:select|values|with)\b/g)].flatMap((match) => {
    let depth = 0;
    let at = text.indexOf('(', match.index);
    do {
      if (text[at] === '(') depth += 1;
      else if (text[at] === ')') depth -= 1;
      at += 1;
    } while (depth > 0 && at < text.length);
    const rest = text.slice(at, at + 40).trim();
    return /^[a-z_]/.test(rest) && !KEYWORDS.test(rest) ? [] : [rest.slice(0, 20)];
  });
}

test('the check finds what it looks for', () => {
  assert.deepEqual(findUnnamed('select 1 from (select (2)) where true'), ['where true']);
  assert.deepEqual(findUnnamed('select 1 from (select (2)) two where true'), []);
});
