import { operations } from '@errand/contract/operations/operations.ts';
import type { FastifyInstance } from 'fastify';
import { viewerOf } from '#case-desk/rules/model.ts';
import { awaitEnd, isFinished } from '#http/await-end.ts';
import { endpoint } from '#http/endpoint.ts';
import type { At } from '#http/endpoint-options.ts';
import { envelope, readPaging } from '#http/paging.ts';
import { findLink } from '#orgs/actor.ts';
import { audit } from '#orgs/audit.ts';
import { AppError, invalidFields, notFound } from '#platform/errors.ts';
import { matchAnswer, runAnswer, subjectAnswer } from './answers.ts';
import { beginRun } from './begin-run.ts';
import type { RescreenDeps } from './rescreen.ts';
import { findMatch, listMatchEvents, listMatches, type MatchRow } from './store/matches.ts';
import { findRun, listRuns, type RunRow } from './store/runs.ts';
import { toWatched } from './store/subject.ts';
import { countSubjects, listSubjects, putSubjects, removeSubjects } from './store/subjects.ts';
import { lockWatch, type WatchRow } from './store/watches.ts';

export type WatchDeps = RescreenDeps & { wakeRuns(): void };
type Load = (at: At<'screening_watch_id'>) => Promise<WatchRow>;

/** One file of 500,000 rows is a table; a watch takes as many by its source. */
const SUBJECTS_MAX = 1_000_000;

export function addRunRoutes(app: FastifyInstance, deps: WatchDeps, load: Load): void {
  addSubjects(app, deps, load);
  addRuns(app, deps, load);
  addMatches(app, deps);
}

function addSubjects(app: FastifyInstance, deps: WatchDeps, load: Load): void {
  const { database } = deps;

  endpoint(app, operations.screeningWatches.subjects, {
    load,
    async handler({ caller: { orgId }, query, request, resource }) {
      const paging = readPaging(request);
      const given = { watchId: resource.id, search: query.search };
      const { count, rows } = await listSubjects(database.tenant(orgId), orgId, given, paging);
      return envelope(request, paging, count, rows.map(subjectAnswer));
    },
  });

  endpoint(app, operations.screeningWatches.putSubjects, {
    load,
    async handler({ caller, body, resource: { id: watchId, source } }) {
      const { orgId } = caller;
      if (source !== null)
        throw new AppError('conflict', {
          detail: 'This watch reads its subjects from a table. Change the table instead.',
        });
      const subjects = body.subjects.map(({ id, name, kind = 'person', birth_date, country, identifiers = {} }) =>
        toWatched(id, { name, kind, birthDate: birth_date ?? null, country: country ?? null, identifiers }),
      );
      if (subjects.some(({ content }) => content.name.trim() === ''))
        throw invalidFields({ subjects: ['A name may not be blank.'] });
      const ids = subjects.map(({ id }) => id);
      if (new Set(ids).size < ids.length) throw invalidFields({ subjects: ['Two subjects have the same id.'] });
      const answer = await database.tenant(orgId).tx(async (tx) => {
        if ((await lockWatch(tx, orgId, watchId)) === undefined) throw notFound('screening watch');
        const counts = await putSubjects(tx, { orgId, watchId, readBy: null }, subjects);
        const leaving = body.replace ? { ids, others: true } : { ids: body.remove ?? [], others: false };
        const removed = await removeSubjects(tx, { orgId, watchId }, leaving);
        const subject_count = await countSubjects(tx, orgId, watchId);
        if (subject_count > SUBJECTS_MAX)
          throw new AppError('conflict', { detail: `A watch may have at most ${SUBJECTS_MAX} subjects.` });
        if (counts.added + counts.changed + removed > 0)
          await beginRun(tx, orgId, { watchId, reason: 'subjects', actor: await findLink(tx, caller) });
        await audit(tx, caller, 'screening_watch.subjects_changed', watchId, { ...counts, removed });
        return { ...counts, removed, subject_count };
      });
      deps.wakeRuns();
      return answer;
    },
  });
}

function addRuns(app: FastifyInstance, deps: WatchDeps, load: Load): void {
  const { database } = deps;

  endpoint(app, operations.screeningWatches.run, {
    load,
    async handler({ caller, body, resource: { id: watchId } }) {
      const { orgId } = caller;
      const id = await database.tenant(orgId).tx(async (tx) => {
        const actor = await findLink(tx, caller);
        const begun = await beginRun(tx, orgId, { watchId, reason: 'asked', actor, isFull: body.full ?? false });
        if (begun === undefined)
          throw new AppError('conflict', { detail: 'A run of this watch is in progress. Wait for its end.' });
        await audit(tx, caller, 'screening_watch.run_started', watchId, { run_id: begun });
        return begun;
      });
      deps.wakeRuns();
      return runAnswer((await findRun(database.tenant(orgId), orgId, id))!);
    },
  });

  endpoint(app, operations.screeningWatches.runs, {
    load,
    async handler({ caller: { orgId }, request, resource }) {
      const paging = readPaging(request);
      const { count, rows } = await listRuns(database.tenant(orgId), orgId, resource.id, paging);
      return envelope(request, paging, count, rows.map(runAnswer));
    },
  });

  const loadRun = async ({ caller: { orgId }, params }: At<'screening_run_id'>): Promise<RunRow> => {
    const run = await findRun(database.tenant(orgId), orgId, params.screening_run_id);
    if (run === undefined) throw notFound('screening run');
    return run;
  };
  endpoint(app, operations.screeningWatches.getRun, {
    load: loadRun,
    handler: (at) =>
      awaitEnd({ ...at, seconds: at.query.wait, hasEnded: isFinished, load: () => loadRun(at), view: runAnswer }),
  });
}

function addMatches(app: FastifyInstance, { database }: WatchDeps): void {
  endpoint(app, operations.screeningWatches.matches, {
    async handler({ caller, query, request }) {
      const { orgId } = caller;
      const paging = readPaging(request);
      const { watch, list, run, subject, state = 'open', change, ordering = '-changed_at' } = query;
      const filter = { watchId: watch, listId: list, runId: run, subjectId: subject, state, change, ordering };
      const db = database.tenant(orgId);
      const { count, rows } = await listMatches(db, orgId, { ...filter, viewer: viewerOf(caller) }, paging);
      return envelope(request, paging, count, rows.map(matchAnswer));
    },
  });

  endpoint(app, operations.screeningWatches.match, {
    async load({ caller, params }: At<'screening_match_id'>): Promise<MatchRow> {
      const { orgId } = caller;
      const match = await findMatch(database.tenant(orgId), orgId, params.screening_match_id, viewerOf(caller));
      if (match === undefined) throw notFound('screening match');
      return match;
    },
    async handler({ caller: { orgId }, resource }) {
      const events = await listMatchEvents(database.tenant(orgId), orgId, resource.id);
      return { ...matchAnswer(resource), history: events.map(({ at, ...one }) => ({ ...one, at: at.toISOString() })) };
    },
  });
}
