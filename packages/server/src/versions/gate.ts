import type { Caller } from '#platform/caller.ts';
import type { Db } from '#platform/db.ts';

// A gate requires proof before a version becomes current. Agents and policies use it, and the evaluations domain
// provides it.

export type GateTarget = { kind: 'agent' | 'policy'; id: string };

export type Gate = {
  /** Whether the agent or policy has a gate. */
  exists(tx: Db, orgId: string, target: GateTarget): Promise<boolean>;
  /**
   * Throws unless a run of this version passes or an admin overrides the gate. Returns the details for the audit log.
   * Must be called under the lock of the agent or policy.
   */
  check(
    tx: Db,
    caller: Caller,
    target: GateTarget & { versionId: string; overrideReason?: string | null | undefined },
  ): Promise<Record<string, unknown>>;
};
