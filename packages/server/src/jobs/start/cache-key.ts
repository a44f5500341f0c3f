import { hash } from 'node:crypto';
import type { Snapshot } from '#agents/snapshot.ts';

/**
 * The key under which a result may be reused: what the answer depends on, and the inputs as they are stored. Where inputs
 * name files, `content` says what the files hold.
 */
export function cacheKey({ orgId, version, policyVersionId, skillVersionId }: Snapshot, content: string): Buffer {
  const policy = policyVersionId === null ? '' : `${policyVersionId} `;
  const skills = skillVersionId === null ? '' : `skills ${skillVersionId} `;
  return hash('sha256', `${orgId} ${version.id} ${policy}${skills}${content}`, 'buffer');
}
