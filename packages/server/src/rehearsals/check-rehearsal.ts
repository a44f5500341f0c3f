import { invalidFields } from '#platform/errors.ts';
import type { CheckRehearsal } from '#policies/change-policy.ts';
import { findRehearsal } from './store.ts';

/** A decision may only rest on a rehearsal of the same version that has decided all of its cases. */
export const checkRehearsal: CheckRehearsal = async (tx, orgId, { policyId, versionId, rehearsalId }) => {
  const found = await findRehearsal(tx, orgId, policyId, rehearsalId);
  if (found === undefined)
    throw refuse('This policy has no rehearsal with this id. Start one for this version, or leave it out.');
  if (found.version_id !== versionId)
    throw refuse(
      `It is a rehearsal of the version ${found.version_id}. Name one of the version that is to be current.`,
    );
  if (found.status !== 'done') throw refuse(`It is ${found.status}. ${NEXT[found.status]}`);
};

const NEXT = {
  pending: 'Wait until it is done.',
  running: 'Wait until it is done.',
  cancelled: 'Resume it and wait until it is done, or start another one.',
  failed: 'Start another one.',
};

const refuse = (problem: string) => invalidFields({ rehearsal_id: [problem] });
