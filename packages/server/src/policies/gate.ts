import type { Caller } from '#platform/caller.ts';
import type { Db } from '#platform/db.ts';

// A gate says what has to be shown before a version becomes current. Agents and policies ask it; the evaluations domain
// answers.

export type GateTarget = { kind: 'agent' | 'policy'; id: string };

export type Gate = {
  /** Whether there is one. */
  exists(tx: Db, orgId: string, target: GateTarget): Promise<boolean>;
  /**
   * Throws unless a run of this version passes, or an admin overrides it. Gives what the audit log says of it. Call it
   * under the lock of the agent or policy.
   */
  check(
    tx: Db,
    caller: Caller,
    target: GateTarget & { versionId: string; overrideReason?: string | null | undefined },
  ): Promise<Record<string, unknown>>;
};
