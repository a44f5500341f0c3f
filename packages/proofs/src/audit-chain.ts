import { CHAIN_START, linkHash } from './manifest.ts';
import { isObjectSignedBy, type Signed } from './signature.ts';

// The hash chain of an audit log. Each entry has a number and the hash of the entry before it, so altering, adding or
// removing an entry breaks the chain. Signed heads prevent anybody from replacing the whole chain.

export type AuditLink = {
  seq: number;
  id: string;
  created_at: string;
  actor: { user_id: number | null; api_key_id: string | null };
  action: string;
  target_type: string;
  target_id: string;
  detail: unknown;
  previous_hash: string;
};
export type ChainedEntry = AuditLink & { hash: string };

/** The signed end of a chain at some moment. `cut` means that everything up to here was removed on purpose. */
export type AuditSeal = Signed<{
  organization_id: string;
  kind: 'head' | 'cut';
  seq: number;
  hash: string;
  at: string;
}>;

export type ChainEnd = { seq: number; hash: string };
export const NO_ENTRIES: ChainEnd = { seq: 0, hash: CHAIN_START };

/** Names and e-mails are not hashed, because they may change while the entry stays. */
export const auditHash = (organizationId: string, entry: AuditLink): string =>
  linkHash({
    organization_id: organizationId,
    seq: entry.seq,
    id: entry.id,
    created_at: entry.created_at,
    actor_user_id: entry.actor.user_id,
    actor_key_id: entry.actor.api_key_id,
    action: entry.action,
    target_type: entry.target_type,
    target_id: entry.target_id,
    detail: entry.detail ?? null,
    previous_hash: entry.previous_hash,
  });

type Key = { key_id: string; public_key: string };

/** Checks the entries of a chain in order, in any number of pieces, and reports the problems. */
export function createChainCheck(
  organizationId: string,
  { seals, keys, isPart = false }: { seals: AuditSeal[]; keys: Key[] /** It may begin anywhere. */; isPart?: boolean },
) {
  const problems: string[] = [];
  const good = seals.filter((seal) => {
    const key = keys.find(({ key_id }) => key_id === seal.key_id);
    const isGood =
      seal.organization_id === organizationId && key !== undefined && isObjectSignedBy(seal, key.public_key);
    if (!isGood) problems.push(`The signed ${seal.kind} of entry ${seal.seq} was altered, or its key is unknown.`);
    return isGood;
  });
  const sealed = new Map(good.map((seal) => [seal.seq, seal]));
  let last: ChainEnd | undefined;
  let count = 0;

  function takeFirst(entry: ChainedEntry): void {
    if (entry.seq === 1) last = NO_ENTRIES;
    else {
      const cut = good.find(({ kind, seq }) => kind === 'cut' && seq === entry.seq - 1);
      if (cut === undefined && !isPart)
        problems.push(`The entries before number ${entry.seq} are missing, and no signature covers their removal.`);
      last = cut ?? { seq: entry.seq - 1, hash: entry.previous_hash };
    }
  }

  return {
    take(entry: ChainedEntry): void {
      if (last === undefined) takeFirst(entry);
      const expected = last!.seq + 1;
      if (entry.seq !== expected)
        problems.push(
          entry.seq === expected + 1
            ? `Entry ${expected} is missing.`
            : `Entries ${expected} to ${entry.seq - 1} are missing, or the order is wrong.`,
        );
      else if (entry.previous_hash !== last!.hash)
        problems.push(`Entry ${entry.seq} (${entry.id}) does not match the hash of the entry before it.`);
      if (auditHash(organizationId, entry) !== entry.hash)
        problems.push(`Entry ${entry.seq} (${entry.id}, ${entry.action}) was altered.`);
      const seal = sealed.get(entry.seq);
      if (seal !== undefined && seal.hash !== entry.hash)
        problems.push(`Entry ${entry.seq} (${entry.id}) is not the entry that was signed at ${seal.at}.`);
      last = { seq: entry.seq, hash: entry.hash };
      count += 1;
    },
    /** `head` is where the chain must end. */
    end(head?: ChainEnd): { entries: number; problems: string[] } {
      const reached = last?.seq ?? good.findLast(({ kind }) => kind === 'cut')?.seq ?? 0;
      const farthest = Math.max(head?.seq ?? 0, ...good.map(({ seq }) => seq));
      if (farthest > reached)
        problems.push(`The entries after number ${reached} are missing. The chain goes on to ${farthest}.`);
      else if (head !== undefined && last !== undefined && head.seq === last.seq && head.hash !== last.hash)
        problems.push(`The end of the chain is not entry ${last.seq}.`);
      return { entries: count, problems };
    },
  };
}
