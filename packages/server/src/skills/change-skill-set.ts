import type { SkillPromoteBody, SkillSetCreateBody } from '@errand/contract/skills.ts';
import type { Static } from 'typebox';
import type { Caller } from '#platform/caller.ts';
import type { Transactor } from '#platform/db.ts';
import { refuseBlank } from '#platform/errors.ts';
import { createResource, promoteVersion, refuseMoved } from '#versions/change.ts';
import { makeBaseFiles } from './base-files.ts';
import { describeChanges } from './diff-files.ts';
import { skillKind } from './store.ts';

/** Creates a skill set with its base files as version 0, which is current. Returns its id. */
export async function createSkillSet(
  db: Transactor,
  caller: Caller,
  body: Static<typeof SkillSetCreateBody>,
): Promise<string> {
  refuseBlank({ name: body.name });
  const texts = { name: body.name, description: body.description ?? '' };
  const files = makeBaseFiles(texts);
  const content = { summary: '', file_changes: describeChanges([], files), files };
  return createResource(db, caller, skillKind, { ...texts, content });
}

/** Makes a version current, to promote or to roll back. */
export const promoteSkillVersion = (
  db: Transactor,
  caller: Caller,
  ids: { id: string; versionId: string },
  body: Static<typeof SkillPromoteBody> = {},
): Promise<boolean> =>
  promoteVersion(db, caller, skillKind, ids, (_tx, { resource }) => {
    refuseMoved(resource, body.expected_current);
    return body.reason ? { reason: body.reason } : {};
  });
