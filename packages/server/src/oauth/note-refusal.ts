import type { Credential, Identity } from '#platform/caller.ts';
import type { Transactor } from '#platform/db.ts';
import type { Logger } from '#platform/log.ts';
import { createLru } from '#platform/lru.ts';
import { auditRefusal } from './end-grant.ts';
import { findGrant } from './grants-store.ts';

type Program = Extract<Credential, { kind: 'program' }>;

/** A program that keeps trying writes one entry a minute for each thing it is refused. */
const QUIET_MS = 60_000;
const KNOWN_MAX = 10_000;

/** Records in the audit log what programs tried without the right to it. */
export function createRefusals(db: Transactor, log: Pick<Logger, 'warn'>): NonNullable<Identity['noteRefusal']> {
  const noted = createLru<string, number>(KNOWN_MAX);
  const record = async ({ grantId }: Program, detail: Record<string, unknown>): Promise<void> => {
    const grant = await findGrant(db, grantId);
    if (grant !== undefined) await auditRefusal(db, grant, detail);
  };
  return (program, detail) => {
    const what = `${program.grantId} ${JSON.stringify(detail)}`;
    const at = noted.get(what);
    if (at !== undefined && Date.now() - at < QUIET_MS) return;
    noted.set(what, Date.now());
    record(program, detail).catch((error) =>
      log.warn({ err: error, event: 'oauth.audit' }, 'refusal was not recorded'),
    );
  };
}
