import type { Caller } from '#platform/caller.ts';
import type { Db } from '#platform/db.ts';

// A gate requires proof, a second person or both before a version becomes current. Agents and policies use it, and the
// evaluations domain provides it.

export type GateTarget = { kind: 'agent' | 'policy'; id: string };

export type AskedPromotion = {
  versionId: string;
  /** Whether it was current before: then it needs no proof, but still a second person. */
  wasCurrent: boolean;
  /** What is current now. */
  from: string | null;
  reason?: string | null | undefined;
  overrideReason?: string | null | undefined;
  rehearsalId?: string | undefined;
};

/** Ends a proposal in the transaction of the promotion. Returns details for the audit log. */
export type Approval = (tx: Db) => Promise<Record<string, unknown>>;

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
  /**
   * Decides on a promotion under the lock of the agent or policy. Returns details for the audit log, or undefined if the
   * promotion is only proposed, because a second person has to approve it.
   */
  admit(
    tx: Db,
    caller: Caller,
    target: GateTarget,
    promotion: AskedPromotion,
    approval: Approval | undefined,
  ): Promise<Record<string, unknown> | undefined>;
  /** Throws if a second person would have to approve what happens without a proposal. */
  refuseAlone(tx: Db, orgId: string, target: GateTarget, remedy: string): Promise<void>;
  /** Ends proposals that nobody can approve any more: all, or those of one version. */
  dropProposals(tx: Db, orgId: string, target: GateTarget, versionId?: string): Promise<void>;
};
