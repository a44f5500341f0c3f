import { hash } from 'node:crypto';
import type { Snapshot } from '#agents/snapshot.ts';

/**
 * Returns the key under which a result can be reused: a hash of everything the result depends on. `content` is the
 * stored inputs, with the hash of its content in place of each file.
 */
export function cacheKey(snapshot: Snapshot, content: string): Buffer {
  const { orgId, version, policyVersionId, skillVersionId, knowledgeVersion } = snapshot;
  const policy = policyVersionId === null ? '' : `${policyVersionId} `;
  const skills = skillVersionId === null ? '' : `skills ${skillVersionId} `;
  const knowledge = knowledgeVersion === null ? '' : `knowledge ${knowledgeVersion} `;
  return hash('sha256', `${orgId} ${version.id} ${policy}${skills}${knowledge}${content}`, 'buffer');
}
