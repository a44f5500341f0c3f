import { hash } from 'node:crypto';
import type { Snapshot } from '#agents/snapshot.ts';

/**
 * The key under which a result may be reused: what the answer depends on, and the inputs as they are stored. Where inputs
 * name files, `content` says what the files hold.
 */
export function cacheKey(snapshot: Snapshot, content: string): Buffer {
  const { orgId, version, policyVersionId, skillVersionId, knowledgeVersion } = snapshot;
  const policy = policyVersionId === null ? '' : `${policyVersionId} `;
  const skills = skillVersionId === null ? '' : `skills ${skillVersionId} `;
  const knowledge = knowledgeVersion === null ? '' : `knowledge ${knowledgeVersion} `;
  return hash('sha256', `${orgId} ${version.id} ${policy}${skills}${knowledge}${content}`, 'buffer');
}
