import type { Approval, ApprovalBody } from '@errand/contract/approvals.ts';
import { hasRole } from '@errand/contract/roles.ts';
import type { Static } from 'typebox';
import type { Caller } from '#platform/caller.ts';
import { forbidden, invalidFields } from '#platform/errors.ts';

// Rules for the approval of results by people before anybody gets them. Pure: no database, no clock.

/** Returns the approval as it is stored, or undefined if it was left out. */
export function readApproval(given: Static<typeof ApprovalBody> | null | undefined): Approval | null | undefined {
  if (given === undefined || given === null) return given;
  const {
    when,
    verdicts,
    role = 'member',
    forbid_requester = false,
    approvals = 1,
    due_hours,
    on_timeout = 'fail',
  } = given;
  if ((when === 'verdict') !== (verdicts !== undefined))
    throw invalidFields({ approval: ["'verdicts' is required with when = verdict, and cannot be used otherwise."] });
  if (on_timeout === 'release' && due_hours === undefined)
    throw invalidFields({ approval: ["'due_hours' is required with on_timeout = release."] });
  return {
    when,
    ...(verdicts && { verdicts }),
    role,
    forbid_requester,
    ...(approvals > 1 && { approvals }),
    ...(due_hours !== undefined && { due_hours }),
    on_timeout,
  };
}

/** Only admins may make it easier for a result to get out. */
export function refuseWeaker(caller: Pick<Caller, 'role'>, next: Approval | null, current: Approval | null): void {
  if (!isWeaker(next, current) || hasRole(caller.role, 'admin')) return;
  throw forbidden('Clearing or weakening the approval of results needs the role admin.');
}

export function isWeaker(next: Approval | null, current: Approval | null): boolean {
  if (current === null) return false;
  if (next === null) return true;
  if (next.when !== 'always' && next.when !== current.when) return true;
  if (next.when === 'verdict' && current.verdicts?.some((verdict) => !next.verdicts?.includes(verdict))) return true;
  if (!hasRole(next.role, current.role)) return true;
  if (current.forbid_requester && !next.forbid_requester) return true;
  if ((next.approvals ?? 1) < (current.approvals ?? 1)) return true;
  if (next.on_timeout !== 'release') return false;
  return current.on_timeout !== 'release' || next.due_hours! < current.due_hours!;
}
