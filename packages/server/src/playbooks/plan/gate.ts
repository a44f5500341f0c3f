import { hasRole } from '@errand/contract/roles.ts';
import { audit } from '#orgs/audit.ts';
import type { Caller } from '#platform/caller.ts';
import type { Db, Transactor } from '#platform/db.ts';
import { AppError, forbidden, notFound } from '#platform/errors.ts';

// A gate of a playbook asks for a rehearsal: so many decided cases, and few that the version would have closed
// otherwise. Whoever picks the cases, by hand or by how they were decided, picks the result: such a rehearsal does not count.

export type GateRow = { min_cases: number; max_wrong_share: number; updated_at: Date };

export async function findGate(db: Db, orgId: string, playbookId: string): Promise<GateRow | undefined> {
  const rows = await db.query<GateRow>(
    'select min_cases, max_wrong_share, updated_at from playbook_gates where org_id = $1 and playbook_id = $2',
    [orgId, playbookId],
  );
  return rows[0];
}

type Given = Pick<GateRow, 'min_cases' | 'max_wrong_share'>;

export const setGate = (db: Transactor, caller: Caller, playbookId: string, given: Given): Promise<void> =>
  db.tx(async (tx) => {
    await tx.run(
      `insert into playbook_gates (playbook_id, org_id, min_cases, max_wrong_share) values ($1, $2, $3, $4)
       on conflict (playbook_id) do update set min_cases = excluded.min_cases,
         max_wrong_share = excluded.max_wrong_share, updated_at = now()`,
      [playbookId, caller.orgId, given.min_cases, given.max_wrong_share],
    );
    await audit(tx, caller, 'playbook.gate_set', playbookId, given);
  });

export const deleteGate = (db: Transactor, caller: Caller, playbookId: string): Promise<void> =>
  db.tx(async (tx) => {
    const deleted = await tx.run('delete from playbook_gates where org_id = $1 and playbook_id = $2', [
      caller.orgId,
      playbookId,
    ]);
    if (deleted === 0) throw notFound('gate');
    await audit(tx, caller, 'playbook.gate_deleted', playbookId);
  });

/** What a rehearsal showed. The room of rehearsals is above this one. */
export type Shown = { id: string; filter: object; decided: number; closed: number; wrong: number };

/** Throws unless the newest rehearsal of this version that counts passes, or an admin says why it need not. Returns details for the audit. */
export async function checkGate(
  tx: Db,
  caller: Caller,
  given: { playbookId: string; versionId: string; overrideReason: string | null | undefined },
  findShown: () => Promise<Shown | undefined>,
): Promise<Record<string, unknown>> {
  const gate = await findGate(tx, caller.orgId, given.playbookId);
  if (gate === undefined) return {};
  if (given.overrideReason) {
    if (!hasRole(caller.role, 'admin')) throw forbidden('Only an admin may override a gate.');
    return { override_reason: given.overrideReason };
  }
  const last = await findShown();
  if (last !== undefined && findGateProblem(gate, last) === undefined)
    return { gate_rehearsal_id: last.id, gate_filter: last.filter };
  throw new AppError('conflict', {
    detail:
      last === undefined
        ? 'This playbook has a gate. Rehearse this version first, on cases that a filter without an outcome chooses.'
        : `The last rehearsal of this version does not pass the gate: ${findGateProblem(gate, last)}`,
    extra: {
      required: { min_cases: gate.min_cases, max_wrong_share: gate.max_wrong_share, rehearsal_id: last?.id ?? null },
    },
  });
}

export function findGateProblem(gate: Given, { decided, closed, wrong }: Omit<Shown, 'id' | 'filter'>) {
  if (decided < gate.min_cases) return `it decided ${decided} cases; ${gate.min_cases} are needed.`;
  const share = closed === 0 ? 0 : wrong / closed;
  if (share > gate.max_wrong_share)
    return `${wrong} of the ${closed} cases that it would close alone were decided otherwise.`;
  return undefined;
}
