import type { Desk } from '#case-desk/desk.ts';
import { SERVICE } from '#case-desk/desk.ts';
import type { Link } from '#orgs/actor.ts';
import type { Db } from '#platform/db.ts';
import { invalidFields } from '#platform/errors.ts';
import { findByEitherId, findResource } from '#versions/store.ts';
import { playbookKind } from './plan/kind.ts';
import { insertRun } from './runs/store.ts';

// What the case desk below asks of playbooks: the composition root passes it on.

/** A run begins with its alert, in the same transaction. */
export async function beginRun(
  desk: Desk,
  joined: { alertId: string; caseId: string; playbookId: string | null },
): Promise<void> {
  if (joined.playbookId === null) return;
  const found = await findByEitherId(desk.tx, playbookKind, desk.orgId, joined.playbookId);
  if (found === undefined) return;
  const { resource, version } = found;
  await insertRun(desk.tx, desk.orgId, {
    playbookId: resource.id,
    versionId: version.id,
    alertId: joined.alertId,
    caseId: joined.caseId,
    rehearsalId: null,
    cause: causeOf(resource, version.creator_id, version.creator_email, [desk.link, ...(desk.behind ?? [])]),
  });
}

/** Throws unless the organization has the playbook. */
export async function checkPlaybook(db: Db, orgId: string, id: string): Promise<void> {
  if ((await findResource(db, playbookKind, orgId, id)) === undefined)
    throw invalidFields({ playbook_id: ['There is no playbook with this id.'] });
}

/** The playbook, who sent the alert, and who wrote the version. */
function causeOf(
  { id, name }: { id: string; name: string },
  creatorId: number | null,
  email: string | null,
  senders: Link[],
): Link[] {
  const itself: Link = { ...SERVICE, id, name };
  if (creatorId === null) return [itself, ...senders];
  return [itself, ...senders, { ...SERVICE, kind: 'person', user_id: creatorId, name: email ?? `user ${creatorId}` }];
}
