import { operations } from '@errand/contract/operations/operations.ts';
import type { ScreeningWatchBody, ScreeningWatchPatch } from '@errand/contract/rescreening.ts';
import type { FastifyInstance } from 'fastify';
import type { Static } from 'typebox';
import { findQueue } from '#case-desk/store/queues.ts';
import { endpoint } from '#http/endpoint.ts';
import type { At } from '#http/endpoint-options.ts';
import { envelope, readPaging } from '#http/paging.ts';
import type { Service } from '#http/service.ts';
import { findLink } from '#orgs/actor.ts';
import { audit } from '#orgs/audit.ts';
import type { Db } from '#platform/db.ts';
import { invalidFields, notFound, refuseBlank } from '#platform/errors.ts';
import { databaseNow } from '#platform/ids.ts';
import type { WorkKit } from '#platform/leased-work/work-kit.ts';
import { findList } from '#screening/store.ts';
import { askTables } from '#workspace/queries/ask-tables.ts';
import { findTable } from '#workspace/tables/store.ts';
import { watchAnswer } from './answers.ts';
import { beginRun, createWatchSchedule } from './begin-run.ts';
import { createRescreening } from './rescreen.ts';
import { addRunRoutes, type WatchDeps } from './run-routes.ts';
import * as store from './store/watches.ts';

type Needs = Omit<WatchDeps, 'wakeRuns' | 'wake' | 'askTables'> &
  Omit<Parameters<typeof createWatchSchedule>[0], 'wake'> & {
    kit: WorkKit;
    webhooks: Pick<WatchDeps, 'wake'>;
    workspace: Parameters<typeof askTables>[0];
  };

export const service: Service<Needs> = ({ kit, webhooks: { wake }, workspace, ...needs }) => {
  const deps = {
    ...needs,
    wake,
    askTables: ((orgId, question) => askTables(workspace, orgId, question)) as WatchDeps['askTables'],
  };
  const runs = createRescreening(kit, deps);
  return {
    routes: (app) => addWatchRoutes(app, { ...deps, wakeRuns: runs.wake }),
    work: [runs, createWatchSchedule({ ...needs, wake: runs.wake })],
  };
};

const DEFAULTS: store.WatchSettings = {
  name: '',
  lists: null,
  threshold: 0.8,
  every_hours: null,
  queue_id: null,
  source: null,
};

function addWatchRoutes(app: FastifyInstance, deps: WatchDeps): void {
  const { database } = deps;
  async function load({ caller: { orgId }, params }: At<'screening_watch_id'>): Promise<store.WatchRow> {
    const watch = await store.findWatch(database.tenant(orgId), orgId, params.screening_watch_id);
    if (watch === undefined) throw notFound('screening watch');
    return watch;
  }
  const answerOf = async (orgId: string, id: string) =>
    watchAnswer((await store.findWatch(database.tenant(orgId), orgId, id))!);

  endpoint(app, operations.screeningWatches.list, {
    async handler({ caller: { orgId }, request }) {
      const paging = readPaging(request);
      const { count, rows } = await store.listWatches(database.tenant(orgId), orgId, paging);
      return envelope(request, paging, count, rows.map(watchAnswer));
    },
  });

  endpoint(app, operations.screeningWatches.create, {
    async handler({ caller, body }) {
      const id = await database.tenant(caller.orgId).tx(async (tx) => {
        const settings = await readSettings(tx, caller.orgId, { before: DEFAULTS, given: body });
        const actor = await findLink(tx, caller);
        const created = await store.insertWatch(tx, caller, { ...settings, actor, next_run_at: nextRun(settings) });
        if (settings.source !== null) await beginRun(tx, caller.orgId, { watchId: created, reason: 'subjects', actor });
        await audit(tx, caller, 'screening_watch.created', created, { name: settings.name });
        return created;
      });
      deps.wakeRuns();
      return answerOf(caller.orgId, id);
    },
  });

  endpoint(app, operations.screeningWatches.get, { load, handler: ({ resource }) => watchAnswer(resource) });

  endpoint(app, operations.screeningWatches.update, {
    load,
    async handler({ caller, body, resource: { id } }) {
      await database.tenant(caller.orgId).tx(async (tx) => {
        const before = await store.lockWatch(tx, caller.orgId, id);
        if (before === undefined) throw notFound('screening watch');
        const settings = await readSettings(tx, caller.orgId, { before, given: body });
        const differs = (name: 'lists' | 'threshold' | 'source'): boolean =>
          JSON.stringify(settings[name]) !== JSON.stringify(before[name]);
        const isStale = differs('lists') || differs('threshold');
        const keepsTime = settings.every_hours === before.every_hours;
        const next = keepsTime ? before.next_run_at : nextRun(settings);
        const actor = await findLink(tx, caller);
        await store.updateWatch(tx, caller, id, { ...settings, actor, next_run_at: next, is_stale: isStale });
        if (isStale || differs('source')) await beginRun(tx, caller.orgId, { watchId: id, reason: 'settings', actor });
        await audit(tx, caller, 'screening_watch.updated', id, { fields: Object.keys(body) });
      });
      deps.wakeRuns();
      return answerOf(caller.orgId, id);
    },
  });

  endpoint(app, operations.screeningWatches.delete, {
    load,
    handler: ({ caller, resource: { id, name } }) =>
      database.tenant(caller.orgId).tx(async (tx) => {
        if (!(await store.deleteWatch(tx, caller.orgId, id))) throw notFound('screening watch');
        await audit(tx, caller, 'screening_watch.deleted', id, { name });
      }),
  });

  addRunRoutes(app, deps, load);
}

const HOUR_MS = 3_600_000;
const nextRun = ({ every_hours: hours }: store.WatchSettings): Date | null =>
  hours === null ? null : new Date(databaseNow() + hours * HOUR_MS);

type Given = Static<typeof ScreeningWatchBody> | Static<typeof ScreeningWatchPatch>;

async function readSettings(
  db: Db,
  orgId: string,
  { before, given }: { before: store.WatchSettings; given: Given },
): Promise<store.WatchSettings> {
  refuseBlank({ name: given.name });
  const settings: store.WatchSettings = {
    name: given.name ?? before.name,
    lists: given.lists === undefined ? before.lists : (given.lists?.map((id) => id.toLowerCase()) ?? null),
    threshold: given.threshold ?? before.threshold,
    every_hours: given.every_hours === undefined ? before.every_hours : given.every_hours,
    queue_id: given.queue_id === undefined ? before.queue_id : given.queue_id,
    source: given.source === undefined ? before.source : given.source,
  };
  if (given.lists)
    for (const id of settings.lists!)
      if ((await findList(db, orgId, id)) === undefined)
        throw invalidFields({ lists: [`There is no screening list ${id}.`] });
  if (given.queue_id) {
    const queue = await findQueue(db, orgId, given.queue_id);
    if (queue === undefined) throw invalidFields({ queue_id: ['There is no case queue with this id.'] });
    settings.queue_id = queue.id;
  }
  if (given.source) await checkSource(db, orgId, given.source);
  return settings;
}

async function checkSource(db: Db, orgId: string, { table, columns }: NonNullable<Given['source']>): Promise<void> {
  const found = await findTable(db, orgId, table);
  if (found === undefined) throw invalidFields({ source: [`There is no table ${table}. GET /v1/tables/ lists them.`] });
  const names = new Set(found.columns.map(({ name }) => name.toLowerCase()));
  const missing = Object.values(columns).filter((name) => name && !names.has(name.toLowerCase()));
  if (missing.length > 0) throw invalidFields({ source: [`The table has no column ${missing.join(', ')}.`] });
}
