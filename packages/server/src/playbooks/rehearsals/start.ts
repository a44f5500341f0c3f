import type { PlaybookRehearsalBody } from '@errand/contract/playbooks.ts';
import type { Static } from 'typebox';
import { viewerOf } from '#case-desk/rules/model.ts';
import { findQueue } from '#case-desk/store/queues.ts';
import { findLink } from '#orgs/actor.ts';
import { audit } from '#orgs/audit.ts';
import type { Caller } from '#platform/caller.ts';
import type { Transactor } from '#platform/db.ts';
import { AppError, invalidFields } from '#platform/errors.ts';
import { newId } from '#platform/ids.ts';
import type { ResourceRow } from '#versions/kind.ts';
import { findVersion } from '#versions/store.ts';
import { playbookKind } from '../plan/kind.ts';
import { insertRun } from '../runs/store.ts';
import { chooseCases, insertRehearsal, type Wanted } from './store.ts';

/** A case with more alerts would run more jobs than anybody expects. */
const ALERTS_MAX = 100;
const CASES = 100;

/** Begins a run for each alert of the chosen cases. Returns the id of the rehearsal. */
export async function startRehearsal(
  db: Transactor,
  caller: Caller,
  playbook: ResourceRow,
  body: Static<typeof PlaybookRehearsalBody>,
): Promise<string> {
  const { orgId } = caller;
  const { filter = {} } = body;
  const versionId = body.version_id.toLowerCase();
  return db.tx(async (tx) => {
    const version = await findVersion(tx, playbookKind, orgId, playbook.id, versionId);
    if (version === undefined) throw invalidFields({ version_id: ['This playbook has no version with this id.'] });
    if (body.case_ids !== undefined && body.filter !== undefined)
      throw invalidFields({ case_ids: ['Give case_ids or a filter, not both.'] });
    const queue = filter.queue === undefined ? undefined : await findQueue(tx, orgId, filter.queue);
    if (filter.queue !== undefined && queue === undefined)
      throw invalidFields({ filter: ['There is no case queue with this id or name.'] });
    const wanted: Wanted = {
      viewer: viewerOf(caller),
      ids: body.case_ids?.map((id) => id.toLowerCase()) ?? null,
      queueId: queue?.id ?? null,
      from: filter.from ?? null,
      to: filter.to ?? null,
      outcome: filter.outcome ?? null,
      limit: filter.limit ?? (body.case_ids === undefined ? CASES : 1_000),
    };
    const cases = await chooseCases(tx, orgId, wanted);
    const unique = wanted.ids && new Set(wanted.ids).size;
    if (unique !== null && cases.length < unique)
      throw invalidFields({ case_ids: ['One of the cases does not exist, is not decided, or is restricted.'] });
    if (cases.length === 0) throw new AppError('conflict', { detail: 'There is no decided case to rehearse on.' });
    const large = cases.find(({ alert_ids: ids }) => ids.length > ALERTS_MAX);
    if (large !== undefined)
      throw new AppError('conflict', {
        detail: `Case ${large.case_id} has ${large.alert_ids.length} alerts; a rehearsal takes cases of up to ${ALERTS_MAX}.`,
      });
    const chosenBy = body.case_ids === undefined ? filter : null;
    const id = newId();
    await insertRehearsal(tx, orgId, {
      id,
      playbookId: playbook.id,
      versionId,
      maxCost: body.max_cost ?? null,
      filter: chosenBy,
      createdBy: caller.userId,
    });
    const cause = [await findLink(tx, caller)];
    for (const { case_id: caseId, alert_ids: alertIds } of cases)
      for (const alertId of alertIds)
        await insertRun(tx, orgId, { playbookId: playbook.id, versionId, alertId, caseId, rehearsalId: id, cause });
    await audit(tx, caller, 'playbook.rehearsed', playbook.id, {
      version_id: versionId,
      rehearsal_id: id,
      cases: cases.length,
      ...(chosenBy === null ? { case_ids: cases.map(({ case_id: one }) => one) } : { filter: chosenBy }),
    });
    return id;
  });
}
