import type { GateCheck } from '@errand/contract/evaluations.ts';
import { findVersion } from '#agents/versions-store.ts';
import type { Caller } from '#platform/caller.ts';
import type { Transactor } from '#platform/db.ts';
import { AppError, notFound } from '#platform/errors.ts';
import { findPolicyVersion } from '#policies/store.ts';
import { checkGate } from './check-gate.ts';
import type { GateOwner } from './gates-store.ts';

/** Tells whether the version could become current now, with the same check as the promotion itself. */
export async function askGate(db: Transactor, caller: Caller, owner: GateOwner, versionId: string): Promise<GateCheck> {
  return db.tx(async (tx) => {
    const find = owner.kind === 'agent' ? findVersion : findPolicyVersion;
    const version = await find(tx, caller.orgId, owner.id, versionId);
    if (version === undefined) throw notFound(`version of this ${owner.kind}`);
    const answer = { version_id: version.id, was_current: version.was_current };
    if (version.was_current) return { ...answer, open: true, reason: null, run_id: null };
    try {
      const shown = await checkGate(tx, caller, { ...owner, versionId: version.id });
      return { ...answer, open: true, reason: null, run_id: (shown.evaluation_run_id as string | undefined) ?? null };
    } catch (error) {
      if (!(error instanceof AppError) || error.code !== 'conflict') throw error;
      const required = error.options.extra?.required as { run_id: string | null } | undefined;
      return { ...answer, open: false, reason: error.message, run_id: required?.run_id ?? null };
    }
  });
}
