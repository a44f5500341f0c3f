import assert from 'node:assert/strict';
import { test } from 'node:test';
import { auditHash, type ChainedEntry, NO_ENTRIES } from './audit-chain.ts';
import { createKeyPair, signObject } from './signature.ts';
import { verifyAuditFile } from './verify-audit-file.ts';

const key = createKeyPair();
const keys = [{ key_id: key.keyId, public_key: key.publicKey }];
const ORG = 'an organization';

function makeEntries(length: number): ChainedEntry[] {
  let previous = NO_ENTRIES.hash;
  return Array.from({ length }, (_, index) => {
    const link = {
      seq: index + 1,
      id: `id-${index + 1}`,
      created_at: '2026-05-04T10:20:30.400Z',
      actor: { user_id: 7, api_key_id: null },
      action: 'agent.created',
      target_type: 'agent',
      target_id: `${index}`,
      detail: { a: index },
      previous_hash: previous,
    };
    previous = auditHash(ORG, link);
    return { ...link, hash: previous };
  });
}
const entries = makeEntries(6);
const headOf = ({ seq, hash }: ChainedEntry, by = key) =>
  signObject(
    { organization_id: ORG, kind: 'head' as const, seq, hash, at: '2026-06-01T00:00:00.000Z', unchained: 0 },
    by,
  );
const fileOf = (lines: object[], more: object = {}): string =>
  [
    { format: 'errand-audit/1', organization_id: ORG, from: null, to: null, head: headOf(entries[5]!), keys, ...more },
    ...lines,
  ]
    .map((line) => `${JSON.stringify(line)}\n`)
    .join('');

test('a whole log, and a part of it, fit; whether the end is signed is said', () => {
  assert.deepEqual(verifyAuditFile(fileOf(entries), keys), { ok: true, entries: 6, signed: true, problems: [] });
  const from = fileOf(entries.slice(3), { from: '2026-05-01T00:00:00.000Z' });
  assert.deepEqual(verifyAuditFile(from), { ok: true, entries: 3, signed: true, problems: [] });
  const part = fileOf(entries.slice(1, 4), { from: '2026-05-01', to: '2026-05-02' });
  assert.deepEqual(verifyAuditFile(part), { ok: true, entries: 3, signed: false, problems: [] });
});

test('one altered byte of any entry is named; so are missing entries, another key and a file that is cut', () => {
  const text = fileOf(entries);
  const at = text.indexOf('"a":3');
  const altered = verifyAuditFile(`${text.slice(0, at)}"a":4${text.slice(at + 5)}`);
  assert.deepEqual(altered.problems, ['Entry 4 (id-4, agent.created) was altered.']);
  assert.match(verifyAuditFile(fileOf(entries.slice(0, 5))).problems.join(), /after number 5 are missing/);
  assert.match(verifyAuditFile(fileOf(entries.filter(({ seq }) => seq !== 3))).problems.join(), /Entry 3 is missing/);
  assert.match(verifyAuditFile(fileOf(entries.slice(2))).problems.join(), /before number 3 are missing/);
  const other = createKeyPair();
  assert.match(
    verifyAuditFile(text, [{ key_id: other.keyId, public_key: other.publicKey }]).problems.join(),
    /its key is unknown/,
  );
  assert.match(verifyAuditFile(text.slice(0, -20)).problems.join(), /truncated/);
  assert.match(verifyAuditFile('{}').problems.join(), /Line 1/);
  assert.match(verifyAuditFile(`${text}{}\n`).problems.join(), /Line 8 is not an entry/);
});
