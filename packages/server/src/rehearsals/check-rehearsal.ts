import { invalidFields } from '#platform/errors.ts';
import type { CheckRehearsal } from '#policies/change-policy.ts';
import { findRehearsal } from './store.ts';

/** A promotion can only refer to a finished rehearsal of the same version. */
export const checkRehearsal: CheckRehearsal = async (tx, orgId, { policyId, versionId, rehearsalId }) => {
  const found = await findRehearsal(tx, orgId, policyId, rehearsalId);
  if (found === undefined)
    throw refuse('This policy has no rehearsal with this id. Start one for this version, or omit rehearsal_id.');
  if (found.version_id !== versionId)
    throw refuse(
      `This is a rehearsal of version ${found.version_id}. Use a rehearsal of the version that is to become current.`,
    );
  if (found.status !== 'done') throw refuse(`The rehearsal is ${found.status}. ${NEXT[found.status]}`);
};

const NEXT = {
  pending: 'Wait until it is done.',
  running: 'Wait until it is done.',
  cancelled: 'Resume it and wait until it is done, or start another one.',
  failed: 'Start another one.',
};

const refuse = (problem: string) => invalidFields({ rehearsal_id: [problem] });
