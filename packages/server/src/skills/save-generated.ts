import type { SkillFile } from '@errand/contract/skills.ts';
import type { Database } from '#platform/db.ts';
import { AppError } from '#platform/errors.ts';
import { createSkillVersion } from './create-skill-version.ts';
import { findGenerationOfJob, setGeneratedVersion } from './generations-store.ts';

/** `note` explains in the result why nothing was saved. */
export type Saved = { versionId: string | null; note: string };

/** Saves the files of a generation as the current version, if requested. Saves once, however often a job tries. */
export async function saveGenerated(
  database: Database,
  jobId: string,
  { files, summary }: { files: SkillFile[]; summary: string },
): Promise<Saved> {
  const generation = await findGenerationOfJob(database.system, jobId);
  if (generation === undefined || !generation.auto_commit) return { versionId: null, note: '' };
  if (generation.version_id !== null) return { versionId: generation.version_id, note: '' };
  const { org_id: orgId, skill_set_id: setId, expected_version_id: expected } = generation;
  const caller = { orgId, userId: generation.creator_id, keyId: null, role: 'member', via: 'service' } as const;
  const body = {
    files,
    summary,
    version_name: 'generated',
    base_version_id: generation.base_version_id,
    expected_current: expected,
  };
  try {
    const { id } = await createSkillVersion(database.tenant(orgId), caller, setId, body, (tx, versionId) =>
      setGeneratedVersion(tx, orgId, generation.id, versionId),
    );
    return { versionId: id, note: '' };
  } catch (error) {
    if (!(error instanceof AppError)) throw error;
    if (error.code === 'conflict')
      return { versionId: null, note: 'Not saved: another version became current while this one was generated.' };
    if (error.code === 'not_found') return { versionId: null, note: 'Not saved: the skill set was deleted.' };
    throw error;
  }
}
