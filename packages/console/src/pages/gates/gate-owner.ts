import type { VersionGate, VersionGateBody } from '@errand/sdk';
import { useState } from 'react';
import { useRead } from '../../data/queries.ts';
import { keys } from '../../data/query-keys.ts';
import { useAccess } from '../../session/access.ts';
import { errand } from '../../session/client.ts';

/** The agent or policy that has a gate. */
export type GateOwner = { kind: 'agent' | 'policy'; id: string };

export const setGate = ({ kind, id }: GateOwner, body: VersionGateBody): Promise<VersionGate> =>
  kind === 'agent' ? errand.gates.setOfAgent(id, body) : errand.gates.setOfPolicy(id, body);

export const removeGate = ({ kind, id }: GateOwner): Promise<void> =>
  kind === 'agent' ? errand.gates.deleteOfAgent(id) : errand.gates.deleteOfPolicy(id);

/** Loads the gate, and with a version also whether it passes. */
export const useGate = (owner: GateOwner, versionId?: string) =>
  useRead(
    keys.gate(owner, versionId),
    (options) => {
      const query = versionId === undefined ? {} : { version_id: versionId };
      const read = owner.kind === 'agent' ? errand.gates.ofAgent : errand.gates.ofPolicy;
      return read(owner.id, query, options);
    },
    { staleTime: 0 },
  );

export type Passage = ReturnType<typeof usePassage>;

/** Whether a version may pass its gate: because it is open, or because an admin overrides it with a reason. */
export function usePassage(owner: GateOwner, versionId: string) {
  const gate = useGate(owner, versionId);
  const [overrideReason, setOverrideReason] = useState('');
  const isAdmin = useAccess().can('admin');
  const isOpen = gate.data?.check?.open === true;
  const isOverridden = !isOpen && isAdmin && overrideReason.trim() !== '';
  return {
    gate,
    isAdmin,
    overrideReason,
    setOverrideReason,
    /** Whether the promotion is only proposed, for somebody else to approve. */
    isProposal: gate.data?.four_eyes === true,
    mayPass: isOpen || isOverridden,
    /** The body of the promotion request. */
    body: isOverridden ? { override_reason: overrideReason.trim() } : {},
  };
}
