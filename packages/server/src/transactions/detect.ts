import { createHash } from 'node:crypto';
import { operations } from '@errand/contract/operations/operations.ts';
import { type DetectionRun, detectionRuleNames, type NetworkFinding } from '@errand/contract/transactions.ts';
import { atDesk, type DeskDeps } from '#case-desk/desk.ts';
import { receiveAlert } from '#case-desk/receive-alert.ts';
import { listKnownIds } from '#case-desk/store/alerts.ts';
import type { Link } from '#orgs/actor.ts';
import { getCallerNow } from '#orgs/caller-now.ts';
import { causedWithin, workLink } from '#orgs/causes.ts';
import type { Caller } from '#platform/caller.ts';
import { AppError } from '#platform/errors.ts';
import { type Attempt, end, type Outcome } from '#platform/leased-work/definition.ts';
import type { LeasedWork } from '#platform/leased-work/leased-work.ts';
import type { Claim } from '#platform/leased-work/rows.ts';
import type { WorkKit } from '#platform/leased-work/work-kit.ts';
import { type Ask, type AskTables, askTable } from './ask.ts';
import { findSourceProblems } from './find-source-problems.ts';
import { nameNetworks, readFindings } from './findings.ts';
import { type ReadDeps, readRows, readStatement } from './read-rows.ts';
import { completeRules, type Rules, ruleSelect, wholeSelect } from './rules-sql.ts';
import { countRows, type Period, type Source, usableRows } from './source-sql.ts';
import { countAlerts, type ReadAs, type ReadFrom, type RunSource, runRows, saveProgress, saveRead } from './store.ts';

// A detection run: each rule looks at all rows, and each finding becomes an alert. The id of an alert follows from what
// was found, so a run that died and begins again, or a later one, sends nothing twice.

export type DetectDeps = DeskDeps & ReadDeps & { askTables: AskTables };
type Row = {
  queue_id: string;
  source: RunSource;
  read_from: ReadFrom | null;
  read_as: ReadAs | null;
  since: Date | null;
  until: Date | null;
  created_at: Date;
  user_id: number | null;
  key_id: string | null;
  actor: Link;
};

/** Windows that one rule may find. */
const WINDOWS_MAX = 20_000;
const AT_ONCE = 50;

export const createDetection = (kit: WorkKit, deps: DetectDeps): LeasedWork<Row> =>
  kit.define<Row>({
    rows: runRows,
    columns:
      't.queue_id, t.source, t.read_from, t.read_as, t.since, t.until, t.created_at, t.user_id, t.key_id, t.actor',
    atOnce: 2,
    perOrgMax: 1,
    renewed: true,
    delaysSeconds: [5, 30, 120],
    run: (row, attempt) =>
      causedWithin(
        () => [workLink(row.id, 'detection run'), row.actor],
        () => detect(deps, row, attempt),
      ),
    isFinal: (error) => error instanceof AppError && error.code === 'conflict',
    onFailure: (error, _, isLast) =>
      isLast || error instanceof AppError
        ? { problem: error instanceof AppError ? error.message : 'The run failed. See the server log.' }
        : {},
    prune: [{ days: 400 }],
  });

async function detect(deps: DetectDeps, row: Row & Claim, attempt: Attempt): Promise<Outcome> {
  const { org_id: orgId, id, source } = row;
  await readFirst(deps, row, attempt);
  const ask = askTable(deps.askTables, orgId, source.table);
  const period = { since: row.since?.toISOString(), until: row.until?.toISOString() };
  const rules = completeRules(source.rules);
  const counted = await ask(countRows(source, period), 1, attempt.signal);
  const [rows, unusable] = counted.rows[0]!.map(Number) as [number, number];
  const findings: NetworkFinding[] = [];
  const outcomes: DetectionRun['findings'] = [];
  for (const rule of detectionRuleNames) {
    const select = ruleSelect(rules, rule);
    if (select === undefined) continue;
    const { found, ...outcome } = await runRule(ask, { source, period, select, rules }, attempt);
    findings.push(...found);
    outcomes.push({ rule, count: found.length, ...outcome });
    await saveProgress(deps.database.system, id, { rows, unusable, findings: outcomes });
  }
  const counts = await sendAlerts(deps, row, findings, attempt);
  const failed = outcomes.length > 0 && outcomes.every(({ problem }) => problem !== null);
  return end({ ...counts, problem: failed ? outcomes[0]!.problem : null });
}

/** A run that begins again reads again: the rows may have changed, and findings are of one reading. */
async function readFirst(deps: DetectDeps, row: Row & { id: string; org_id: string }, attempt: Attempt): Promise<void> {
  const { org_id: orgId, source, read_from: from, read_as: by } = row;
  if (from === null || by === null) return;
  const caller = await findReader(deps, orgId, by);
  const read = await readRows(deps, { caller, statement: readStatement(source.table, from) }, attempt);
  await saveRead(deps.database.system, row.id, read);
  const problems = await findSourceProblems(deps.database.tenant(orgId), orgId, source);
  if (problems.length > 0) throw new AppError('conflict', { detail: `The rows that were read: ${problems.join(' ')}` });
}

/** Reading replaces a table, which is for administrators. */
const findReader = ({ database }: DetectDeps, orgId: string, by: ReadAs): Promise<Caller> =>
  getCallerNow(
    database.system,
    { orgId, userId: by.user_id, keyId: by.key_id },
    {
      needed: operations.transactions.setSource.role,
      what: 'The transactions are read',
      did: 'set them up',
      remedy: 'An administrator has to set them again: PUT /v1/case-queues/{id}/transactions/.',
    },
  );

const findSender = ({ database }: DetectDeps, row: Row & { org_id: string }): Promise<Caller> =>
  getCallerNow(
    database.system,
    { orgId: row.org_id, userId: row.user_id, keyId: row.key_id },
    {
      needed: operations.caseAlerts.create.role,
      what: 'The alerts of this run are sent',
      did: 'started it',
      remedy: 'Somebody who may send alerts has to start another: POST /v1/case-queues/{id}/detections/.',
    },
  );

async function runRule(
  ask: Ask,
  given: { source: Source; period: Period; select: string; rules: Rules },
  { signal }: Attempt,
): Promise<{ found: NetworkFinding[]; truncated: boolean; problem: string | null }> {
  const { source, period, select, rules } = given;
  const sql = `with t as materialized (${usableRows(source, period)}), whole as (${wholeSelect('t')})
    select * from (${select}) order by start, account`;
  try {
    const { rows, truncated } = await ask(sql, WINDOWS_MAX, signal);
    return { found: readFindings(rows, { source, rules }), truncated, problem: null };
  } catch (error) {
    // One rule that needs too much must not hide what the others find.
    if (error instanceof AppError && ['conflict', 'unavailable'].includes(error.code) && !signal.aborted)
      return { found: [], truncated: false, problem: error.message };
    throw error;
  }
}

async function sendAlerts(
  deps: DetectDeps,
  row: Row & { id: string; org_id: string },
  findings: NetworkFinding[],
  attempt: Attempt,
): Promise<{ alerts_created: number; alerts_known: number }> {
  const caller = await findSender(deps, row);
  const networks = nameNetworks(findings);
  let [created, known] = [0, 0];
  for (let from = 0; from < findings.length; from += AT_ONCE) {
    await attempt.renew();
    const part = findings.slice(from, from + AT_ONCE).map((finding, index) => ({
      finding,
      network: networks[from + index],
      externalId: externalIdOf(row.queue_id, finding),
    }));
    await atDesk(deps, caller, async (desk) => {
      const sent = new Set(
        await listKnownIds(
          desk.tx,
          desk.orgId,
          part.map(({ externalId }) => externalId),
        ),
      );
      for (const { finding, network, externalId } of part) {
        if (sent.has(externalId)) {
          known++;
          continue;
        }
        await receiveAlert(desk, toAlert(row, finding, { externalId, network }), deps.onAlert);
        created++;
      }
      await countAlerts(desk.tx, row.id, created, known);
    });
  }
  return { alerts_created: created, alerts_known: known };
}

function externalIdOf(queueId: string, { rule, account, from_at: at }: NetworkFinding): string {
  const name = account.length <= 100 ? account : createHash('sha256').update(account).digest('hex');
  return `${queueId}:${rule}:${name}:${at}`;
}

const toAlert = (
  { id, queue_id: queueId, source, created_at: createdAt }: Row & { id: string },
  finding: NetworkFinding,
  { externalId, network }: { externalId: string; network: string | undefined },
): Parameters<typeof receiveAlert>[1] => ({
  queue: queueId,
  external_id: externalId,
  subject: {
    kind: 'account',
    name: `Account ${finding.account}`.slice(0, 500),
    identifiers: { [source.identifier]: finding.account, ...(network !== undefined && { network }) },
  },
  rule: finding.rule,
  amount: Math.abs(finding.amount) <= 1e15 ? finding.amount : null,
  window: { from: finding.from_at, to: finding.to_at },
  detected_at: createdAt.toISOString(),
  data: { finding: { ...finding, run_id: id } },
});
