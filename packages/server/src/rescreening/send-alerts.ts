import { createHash } from 'node:crypto';
import { operations } from '@errand/contract/operations/operations.ts';
import { atDesk, type DeskDeps } from '#case-desk/desk.ts';
import { type GivenAlert, receiveAlert } from '#case-desk/receive-alert.ts';
import { getCallerNow } from '#orgs/caller-now.ts';
import type { Caller } from '#platform/caller.ts';
import type { Attempt } from '#platform/leased-work/definition.ts';
import { listUntold, type MatchRow, markTold } from './store/matches.ts';
import { saveAlerts } from './store/runs.ts';
import type { WatchRow } from './store/watches.ts';

const AT_ONCE = 50;

/**
 * Sends an alert for each new or changed match that nobody called a false positive, also for those of runs that failed
 * before they had sent it. The mark on the match is written with
 * the alert, so a run that dies sends nothing twice.
 */
export async function sendAlerts(
  deps: DeskDeps,
  watch: WatchRow,
  { runId, attempt }: { runId: string; attempt: Attempt },
): Promise<void> {
  const { id: watchId, org_id: orgId, queue_id: queueId } = watch;
  if (queueId === null) return;
  const caller = await findSender(deps, watch);
  for (;;) {
    await attempt.renew();
    const sent = await atDesk(deps, caller, async (desk) => {
      const matches = await listUntold(desk.tx, orgId, { watchId, runId, limit: AT_ONCE });
      for (const match of matches) {
        const alert = await receiveAlert(desk, toAlert(watch, match), deps.onAlert);
        await markTold(desk.tx, orgId, match.id, alert.id);
      }
      await saveAlerts(desk.tx, runId, { created: matches.length, suppressed: 0 });
      return matches.length;
    });
    if (sent < AT_ONCE) return;
  }
}

const findSender = ({ database }: DeskDeps, watch: WatchRow): Promise<Caller> =>
  getCallerNow(
    database.system,
    { orgId: watch.org_id, userId: watch.user_id, keyId: watch.key_id },
    {
      needed: operations.caseAlerts.create.role,
      what: `The alerts of the watch ${watch.name} are sent`,
      did: 'set it up',
      remedy: 'An administrator has to set it again: PATCH /v1/screening-watches/{id}/. The next run sends them.',
    },
  );

function toAlert(watch: WatchRow, match: MatchRow): GivenAlert {
  const { subject, entry } = match;
  const change = createHash('sha256').update(JSON.stringify([match.id, match.changed_at]));
  return {
    queue: watch.queue_id!,
    // One for each change of a match.
    external_id: `screening:${change.digest('hex')}`,
    subject: {
      kind: subject.kind === 'other' ? 'account' : subject.kind,
      name: subject.name,
      identifiers: { screening_subject: `${watch.id}/${match.subject_id}`.slice(0, 500), ...subject.identifiers },
    },
    rule: match.change === 'new' ? 'screening: new match' : 'screening: changed match',
    detected_at: match.changed_at.toISOString(),
    priority: match.score >= 0.95 ? 'high' : 'normal',
    data: {
      screening: {
        match_id: match.id,
        watch: watch.name,
        subject_id: match.subject_id,
        subject_key: match.subject_key,
        list: { id: match.list_id, name: match.list_name, version: match.list_version },
        entry: { id: entry.id, name: entry.name, program: entry.program, birth_dates: entry.birth_dates },
        matched_name: match.matched_name,
        score: match.score,
        parts: match.parts,
      },
    },
  };
}
