import type { TagCreateBody, TagUpdateBody } from '@errand/contract/tags.ts';
import type { Static } from 'typebox';
import { audit, changedMembers } from '#orgs/audit.ts';
import type { Caller } from '#platform/caller.ts';
import type { Transactor } from '#platform/db.ts';
import { AppError, invalidFields, notFound, refuseBlank } from '#platform/errors.ts';
import { databaseNow, newId } from '#platform/ids.ts';
import { lockAgent } from './store.ts';
import { deleteTag, findTag, insertTag, lockTags, replaceAgentTags, updateTag } from './tags-store.ts';

const COLOR_DEFAULT = 'gray';
const UNIQUE_VIOLATION = '23505';

const nameTaken = (name: string): AppError =>
  new AppError('conflict', { detail: `There is already a tag named '${name}'.` });

export async function createTag(db: Transactor, caller: Caller, body: Static<typeof TagCreateBody>): Promise<string> {
  refuseBlank({ name: body.name });
  const tag = { id: newId(), name: body.name, color: body.color ?? COLOR_DEFAULT };
  await db.tx(async (tx) => {
    const row = { ...tag, creatorId: caller.userId, now: new Date(databaseNow()) };
    if (!(await insertTag(tx, caller.orgId, row))) throw nameTaken(body.name);
    await audit(tx, caller, 'tag.created', tag.id, { name: tag.name, color: tag.color });
  });
  return tag.id;
}

export async function changeTag(
  db: Transactor,
  caller: Caller,
  tagId: string,
  body: Static<typeof TagUpdateBody>,
): Promise<void> {
  refuseBlank({ name: body.name });
  const change = { name: body.name ?? null, color: body.color ?? null };
  try {
    await db.tx(async (tx) => {
      const before = await findTag(tx, caller.orgId, tagId);
      if (before === undefined || !(await updateTag(tx, caller.orgId, tagId, change))) throw notFound('tag');
      const after = { ...before, name: change.name ?? before.name, color: change.color ?? before.color };
      await audit(tx, caller, 'tag.updated', tagId, {
        name: after.name,
        ...changedMembers(before, after, ['name', 'color']),
      });
    });
  } catch (error) {
    if ((error as { code?: unknown }).code === UNIQUE_VIOLATION) throw nameTaken(body.name ?? '');
    throw error;
  }
}

export async function removeTag(db: Transactor, caller: Caller, tagId: string, name: string): Promise<void> {
  await db.tx(async (tx) => {
    if (!(await deleteTag(tx, caller.orgId, tagId))) throw notFound('tag');
    await audit(tx, caller, 'tag.deleted', tagId, { name });
  });
}

/** Tags are not part of the configuration, so `updated_at` stays. */
export async function setAgentTags(db: Transactor, caller: Caller, agentId: string, given: string[]): Promise<void> {
  const { orgId } = caller;
  const tagIds = [...new Set(given.map((id) => id.toLowerCase()))];
  await db.tx(async (tx) => {
    if ((await lockAgent(tx, orgId, agentId)) === undefined) throw notFound('agent');
    const known = await lockTags(tx, orgId, tagIds);
    const unknown = tagIds.filter((id) => !known.has(id));
    if (unknown.length > 0) throw invalidFields({ tag_ids: unknown.slice(0, 10).map((id) => `No tag with id ${id}.`) });
    await replaceAgentTags(tx, orgId, agentId, tagIds);
    await audit(tx, caller, 'agent.tags_set', agentId, { tag_ids: tagIds });
  });
}
