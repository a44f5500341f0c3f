import { operations } from '@errand/contract/operations/operations.ts';
import type { FastifyInstance } from 'fastify';
import { endpoint } from '#http/endpoint.ts';
import type { At } from '#http/endpoint-options.ts';
import { envelope, readPaging } from '#http/paging.ts';
import type { Service } from '#http/service.ts';
import type { Database } from '#platform/db.ts';
import { invalidFields, notFound } from '#platform/errors.ts';
import { databaseNow } from '#platform/ids.ts';
import { runAnswer, scheduleAnswer } from './answers.ts';
import { createSchedule, patchSchedule, removeSchedule, replaceSchedule } from './change-schedule.ts';
import { createScheduleRuntime, type ScheduleRuntime } from './runtime.ts';
import { findSchedule, listLastRuns, listRuns, listSchedules, type ScheduleRow } from './store.ts';
import { listNext } from './times.ts';

export const service: Service<Parameters<typeof createScheduleRuntime>[0]> = (context) => {
  const schedules = createScheduleRuntime(context);
  return {
    routes: (app) => addScheduleRoutes(app, { database: context.database, schedules }),
    work: [schedules],
  };
};

function addScheduleRoutes(
  app: FastifyInstance,
  { database, schedules }: { database: Database; schedules: ScheduleRuntime },
): void {
  /** Schedules of other organizations are not found. */
  async function load({ caller: { orgId }, params }: At<'schedule_id'>): Promise<ScheduleRow> {
    const schedule = await findSchedule(database.tenant(orgId), orgId, params.schedule_id);
    if (schedule === undefined) throw notFound('schedule');
    return schedule;
  }
  async function answers(orgId: string, rows: ScheduleRow[]) {
    const ids = rows.map(({ id }) => id);
    const last = await listLastRuns(database.tenant(orgId), orgId, ids);
    return rows.map((row) => scheduleAnswer(row, last.get(row.id)));
  }
  /** Shows a schedule after a change, and wakes the scheduler of this process. */
  async function answer(orgId: string, id: string) {
    schedules.wake();
    const row = await findSchedule(database.tenant(orgId), orgId, id);
    if (row === undefined) throw notFound('schedule');
    return (await answers(orgId, [row]))[0]!;
  }

  endpoint(app, operations.schedules.list, {
    async handler({ caller: { orgId }, query, request }) {
      const paging = readPaging(request);
      const filter = {
        agentId: query.agent_id,
        enabled: query.enabled === undefined ? undefined : query.enabled === 'true',
        search: query.search,
      };
      const { count, rows } = await listSchedules(database.tenant(orgId), orgId, filter, paging);
      return envelope(request, paging, count, await answers(orgId, rows));
    },
  });

  endpoint(app, operations.schedules.create, {
    handler: async ({ caller, body }) => answer(caller.orgId, await createSchedule(database, caller, body)),
  });

  endpoint(app, operations.schedules.get, {
    load,
    handler: async ({ caller: { orgId }, resource }) => (await answers(orgId, [resource]))[0]!,
  });

  endpoint(app, operations.schedules.replace, {
    load,
    async handler({ caller, body, resource: { id } }) {
      await replaceSchedule(database, caller, id, body);
      return answer(caller.orgId, id);
    },
  });

  endpoint(app, operations.schedules.update, {
    load,
    async handler({ caller, body, resource: { id } }) {
      await patchSchedule(database, caller, id, body);
      return answer(caller.orgId, id);
    },
  });

  endpoint(app, operations.schedules.delete, {
    load,
    handler: ({ caller, resource }) => removeSchedule(database, caller, resource),
  });

  endpoint(app, operations.schedules.run, {
    load,
    handler: async ({ caller, resource: { id } }) => runAnswer(await schedules.runNow(caller, id)),
  });

  endpoint(app, operations.schedules.runs, {
    load,
    async handler({ caller: { orgId }, request, resource: { id } }) {
      const paging = readPaging(request);
      const { count, rows } = await listRuns(database.tenant(orgId), orgId, id, paging);
      return envelope(request, paging, count, rows.map(runAnswer));
    },
  });

  endpoint(app, operations.schedules.next, {
    load,
    handler: ({ query, resource }) => ({
      times: listNext(resource, databaseNow(), readCount(query.count)).map((time) => time.toISOString()),
    }),
  });
}

const COUNT_MAX = 100;

function readCount(text: string | undefined): number {
  if (text === undefined || text === '') return 5;
  const count = /^\d{1,4}$/.test(text) ? Number(text) : 0;
  if (count < 1 || count > COUNT_MAX)
    throw invalidFields({ count: [`Must be a whole number from 1 to ${COUNT_MAX}.`] });
  return count;
}
