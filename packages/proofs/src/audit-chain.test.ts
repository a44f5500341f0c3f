import assert from 'node:assert/strict';
import { test } from 'node:test';
import { type AuditSeal, auditHash, type ChainedEntry, createChainCheck, NO_ENTRIES } from './audit-chain.ts';
import { createKeyPair, signObject } from './signature.ts';

const key = createKeyPair();
const keys = [{ key_id: key.keyId, public_key: key.publicKey }];
const ORG = 'an organization';

function makeChain(length: number): ChainedEntry[] {
  let previous = NO_ENTRIES.hash;
  return Array.from({ length }, (_, index) => {
    const link = {
      seq: index + 1,
      id: `id-${index + 1}`,
      // The clock was set back in the middle.
      created_at: `2026-05-0${index < length / 2 ? 4 : 1}T10:20:30.400Z`,
      actor: { user_id: 7, api_key_id: null },
      action: 'agent.created',
      target_type: 'agent',
      target_id: `${index}`,
      detail: { b: index, a: 1.5 },
      previous_hash: previous,
    };
    previous = auditHash(ORG, link);
    return { ...link, hash: previous };
  });
}
const seal = (kind: 'head' | 'cut', entry: ChainedEntry, by = key): AuditSeal =>
  signObject({ organization_id: ORG, kind, seq: entry.seq, hash: entry.hash, at: '2026-06-01T00:00:00.000Z' }, by);

function check(entries: ChainedEntry[], seals: AuditSeal[] = [], head?: ChainedEntry): string[] {
  const chain = createChainCheck(ORG, { seals, keys });
  for (const entry of entries) chain.take(entry);
  return chain.end(head).problems;
}

test('a chain is whole, also after a clock was set back and after its beginning was removed on purpose', () => {
  const chain = makeChain(8);
  assert.deepEqual(check(chain, [seal('head', chain[5]!)], chain[7]), []);
  assert.deepEqual(check(chain.slice(3), [seal('cut', chain[2]!)], chain[7]), []);
  assert.deepEqual(check([], [seal('cut', chain[7]!)], chain[7]), []);
  assert.deepEqual(check([]), []);
});

test('an entry that was altered or removed is named', () => {
  const chain = makeChain(8);
  const altered = chain.map((entry) => (entry.seq === 4 ? { ...entry, action: 'agent.deleted' } : entry));
  assert.deepEqual(check(altered), ['Entry 4 (id-4, agent.deleted) was altered.']);
  assert.match(check(chain.filter(({ seq }) => seq !== 4)).join(), /^Entry 4 is missing\./);
  assert.match(check(chain.filter(({ seq }) => seq < 3 || seq > 5)).join(), /Entries 3 to 5 are missing/);
  assert.match(check(chain.slice(2)).join(), /before number 3 are missing/);
  assert.match(check(chain.slice(0, 6), [], chain[7]).join(), /after number 6 are missing/);
  assert.match(check(chain.slice(0, 6), [seal('head', chain[7]!)]).join(), /goes on to 8/);
});

test('a new chain in the place of the old one does not fit what was signed', () => {
  const [chain, forged] = [makeChain(8), makeChain(9).slice(1)];
  let previous = NO_ENTRIES.hash;
  const rewritten = forged.map((entry, index) => {
    const link = { ...entry, seq: index + 1, previous_hash: previous };
    previous = auditHash(ORG, link);
    return { ...link, hash: previous };
  });
  assert.deepEqual(check(rewritten), [], 'without signed heads nobody could tell');
  assert.match(check(rewritten, [seal('head', chain[4]!)]).join(), /Entry 5 .* is not the entry that was signed/);
  assert.match(check(rewritten, [seal('head', rewritten[4]!, createKeyPair())]).join(), /its key is unknown/);
  assert.match(check(chain, [{ ...seal('head', chain[4]!), seq: 3 }]).join(), /was altered/);
});
