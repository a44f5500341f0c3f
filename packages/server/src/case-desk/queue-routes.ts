import type { CaseQueueBody, CaseQueuePatch } from '@errand/contract/case-desk.ts';
import type { FieldErrors } from '@errand/contract/errors.ts';
import { operations } from '@errand/contract/operations/operations.ts';
import type { FastifyInstance } from 'fastify';
import type { Static } from 'typebox';
import { endpoint } from '#http/endpoint.ts';
import type { At } from '#http/endpoint-options.ts';
import { envelope, readPaging } from '#http/paging.ts';
import { audit } from '#orgs/audit.ts';
import type { Database, Db } from '#platform/db.ts';
import { AppError, invalidFields, notFound } from '#platform/errors.ts';
import { databaseNow, newId } from '#platform/ids.ts';
import { isTimeZone } from '#schedules/times.ts';
import { queueAnswer } from './answers.ts';
import { ends } from './rules/calendar.ts';
import * as store from './store/queues.ts';

const HOUR_MS = 3_600_000;
const DEFAULTS: store.QueueSettings = {
  name: '',
  join_kinds: [],
  join_days: 30,
  clocks: [],
  reason_codes: [],
  four_eyes_outcomes: [],
  playbook_id: null,
  retention_days: null,
};

export type QueueDeps = {
  database: Database;
  /** Throws unless the organization has the playbook. */
  checkPlaybook(db: Db, orgId: string, id: string): Promise<void>;
};

export function addQueueRoutes(app: FastifyInstance, { database, checkPlaybook }: QueueDeps): void {
  async function load({ caller: { orgId }, params }: At<'case_queue_id'>): Promise<store.QueueRow> {
    const queue = await store.findQueue(database.tenant(orgId), orgId, params.case_queue_id);
    if (queue === undefined) throw notFound('case queue');
    return queue;
  }
  const answerOf = async (orgId: string, id: string) =>
    queueAnswer((await store.findQueue(database.tenant(orgId), orgId, id))!);

  endpoint(app, operations.caseQueues.list, {
    async handler({ caller: { orgId }, request }) {
      const paging = readPaging(request);
      const { count, rows } = await store.listQueues(database.tenant(orgId), orgId, paging);
      return envelope(request, paging, count, rows.map(queueAnswer));
    },
  });

  endpoint(app, operations.caseQueues.create, {
    async handler({ caller, body }) {
      const settings = readSettings(DEFAULTS, body);
      const id = newId();
      await database.tenant(caller.orgId).tx(async (tx) => {
        const at = { orgId: caller.orgId, id, creatorId: caller.userId };
        if (settings.playbook_id !== null) await checkPlaybook(tx, caller.orgId, settings.playbook_id);
        if (!(await store.insertQueue(tx, at, settings))) throw nameTaken();
        await audit(tx, caller, 'case_queue.created', id, { name: settings.name });
      });
      return answerOf(caller.orgId, id);
    },
  });

  endpoint(app, operations.caseQueues.get, { load, handler: ({ resource }) => queueAnswer(resource) });

  endpoint(app, operations.caseQueues.update, {
    load,
    async handler({ caller, body, resource }) {
      const settings = readSettings(resource, body);
      await database.tenant(caller.orgId).tx(async (tx) => {
        if (body.playbook_id) await checkPlaybook(tx, caller.orgId, settings.playbook_id!);
        if (!(await store.updateQueue(tx, caller.orgId, resource.id, settings))) throw nameTaken();
        await audit(tx, caller, 'case_queue.updated', resource.id, { fields: Object.keys(body) });
      });
      return answerOf(caller.orgId, resource.id);
    },
  });

  endpoint(app, operations.caseQueues.delete, {
    load,
    handler: ({ caller, resource: { id, name } }) =>
      database.tenant(caller.orgId).tx(async (tx) => {
        // Alerts that arrive now wait, and find no queue.
        if ((await store.findQueue(tx, caller.orgId, id, 'for update')) === undefined) throw notFound('case queue');
        if (!(await store.deleteQueue(tx, caller.orgId, id)))
          throw new AppError('conflict', { detail: 'The queue has cases, which stay.' });
        await audit(tx, caller, 'case_queue.deleted', id, { name });
      }),
  });
}

const nameTaken = (): AppError => new AppError('conflict', { detail: 'There is a case queue with this name.' });

function readSettings(
  before: store.QueueSettings,
  given: Static<typeof CaseQueueBody> | Static<typeof CaseQueuePatch>,
): store.QueueSettings {
  const { name = before.name, join_rule: rule, clocks = before.clocks, reason_codes: codes } = given;
  const problems: FieldErrors = {};
  if (name.trim() === '') problems.name = ['May not be blank.'];
  const problem = findClockProblem(clocks);
  if (problem !== undefined) problems.clocks = [problem];
  if (Object.keys(problems).length > 0) throw invalidFields(problems);
  return {
    name,
    join_kinds: rule?.by ?? before.join_kinds,
    join_days: rule?.within_days ?? before.join_days,
    clocks: clocks.map((clock) => ({ ...clock, calendar: clock.calendar ?? null })),
    reason_codes: codes ?? before.reason_codes,
    four_eyes_outcomes: given.four_eyes?.outcomes ?? before.four_eyes_outcomes,
    playbook_id: given.playbook_id === undefined ? before.playbook_id : (given.playbook_id?.toLowerCase() ?? null),
    retention_days: given.retention_days === undefined ? before.retention_days : given.retention_days,
  };
}

function findClockProblem(clocks: store.QueueSettings['clocks']): string | undefined {
  if (new Set(clocks.map(({ name }) => name)).size < clocks.length) return 'Two clocks have the same name.';
  for (const { name, hours, calendar } of clocks) {
    if (!calendar) continue;
    const { time_zone: zone, from = '00:00', to = '24:00' } = calendar;
    if (!isTimeZone(zone)) return `${name}: there is no time zone '${zone}'. Use an IANA name such as Europe/Berlin.`;
    if (from >= to) return `${name}: the working hours end before they begin.`;
    if (!ends(hours * HOUR_MS, calendar, databaseNow()))
      return `${name}: by this calendar, ${hours} hours take more than 75 years.`;
  }
  return undefined;
}
