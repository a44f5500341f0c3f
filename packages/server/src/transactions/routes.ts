import { operations } from '@errand/contract/operations/operations.ts';
import type { TransactionSourceBody } from '@errand/contract/transactions.ts';
import type { FastifyInstance } from 'fastify';
import type { Static } from 'typebox';
import { findQueueId } from '#case-desk/find-queue-id.ts';
import { noteReading } from '#case-desk/note-reading.ts';
import { normalizeIdentifier, normalizeKind, viewerOf } from '#case-desk/rules/model.ts';
import { type CaseRow, findCase } from '#case-desk/store/cases.ts';
import { findQueue } from '#case-desk/store/queues.ts';
import { listCasesWith, listIdentifierValues, listRelated } from '#case-desk/store/related.ts';
import { findConnectionByName } from '#connections/store.ts';
import { awaitEnd, isFinished } from '#http/await-end.ts';
import { endpoint } from '#http/endpoint.ts';
import type { At } from '#http/endpoint-options.ts';
import { envelope, readPaging } from '#http/paging.ts';
import type { Service } from '#http/service.ts';
import { findLink } from '#orgs/actor.ts';
import { audit } from '#orgs/audit.ts';
import type { Database, Db } from '#platform/db.ts';
import { AppError, invalidFields, notFound } from '#platform/errors.ts';
import { newId } from '#platform/ids.ts';
import type { WorkKit } from '#platform/leased-work/work-kit.ts';
import { askTables } from '#workspace/queries/ask-tables.ts';
import { findTable } from '#workspace/tables/store.ts';
import { runAnswer, sourceAnswer } from './answers.ts';
import { askTable } from './ask.ts';
import { createDetection, type DetectDeps } from './detect.ts';
import { findSourceProblems } from './find-source-problems.ts';
import { countUnusable, listTransactions, transactionsStatement } from './list-transactions.ts';
import { readNetwork } from './read-network.ts';
import { completeRules } from './rules-sql.ts';
import * as store from './store.ts';

type TransactionDeps = DetectDeps & { wakeDetection(): void };

type Needs = {
  database: Database;
  kit: WorkKit;
  onAlert: DetectDeps['onAlert'];
  webhooks: Pick<DetectDeps, 'wake'>;
  workspace: Parameters<typeof askTables>[0] & DetectDeps['workspace'];
};

export const service: Service<Needs> = ({ database, kit, onAlert, webhooks: { wake }, workspace }) => {
  const deps: DetectDeps = {
    database,
    wake,
    onAlert,
    workspace,
    askTables: (orgId, question) => askTables(workspace, orgId, question),
  };
  const detection = createDetection(kit, deps);
  return {
    routes: (app) => addTransactionRoutes(app, { ...deps, wakeDetection: detection.wake }),
    work: [detection],
  };
};

function addTransactionRoutes(app: FastifyInstance, deps: TransactionDeps): void {
  addSourceRoutes(app, deps);
  addRunRoutes(app, deps);
  addCaseRoutes(app, deps);
}

function createLoads({ database }: TransactionDeps) {
  return {
    async loadQueue({ caller: { orgId }, params }: At<'case_queue_id'>): Promise<{ id: string; name: string }> {
      const queue = await findQueue(database.tenant(orgId), orgId, params.case_queue_id);
      if (queue === undefined) throw notFound('case queue');
      return queue;
    },
    async loadCase({ caller, params }: At<'desk_case_id'>): Promise<CaseRow> {
      const row = await findCase(database.tenant(caller.orgId), caller.orgId, params.desk_case_id, viewerOf(caller));
      if (row === undefined) throw notFound('case');
      return row;
    },
    async getSource(orgId: string, queueId: string): Promise<store.SourceRow> {
      const source = await store.findSource(database.tenant(orgId), orgId, queueId);
      if (source === undefined) throw notFound('table of transactions');
      return source;
    },
  };
}

function addSourceRoutes(app: FastifyInstance, deps: TransactionDeps): void {
  const { database } = deps;
  const { loadQueue, getSource } = createLoads(deps);

  endpoint(app, operations.transactions.getSource, {
    load: loadQueue,
    handler: async ({ caller: { orgId }, resource }) => sourceAnswer(await getSource(orgId, resource.id)),
  });

  endpoint(app, operations.transactions.setSource, {
    load: loadQueue,
    async handler({ caller, body, resource: { id } }) {
      const db = database.tenant(caller.orgId);
      const { table, columns, identifier = 'account', rules = {}, read_from: readFrom = null } = body;
      await checkSource(db, caller.orgId, body);
      const { userId, keyId, role } = caller;
      await db.tx(async (tx) => {
        await store.saveSource(tx, caller.orgId, {
          queue_id: id,
          table,
          columns: { ...columns, id: columns.id ?? null, currency: columns.currency ?? null },
          identifier: normalizeKind(identifier),
          rules: completeRules(rules),
          read_from: readFrom,
          read_as: readFrom && { user_id: userId, key_id: keyId, role },
        });
        await audit(tx, caller, 'case_queue.transactions_set', id, { table });
      });
      return sourceAnswer(await getSource(caller.orgId, id));
    },
  });

  endpoint(app, operations.transactions.deleteSource, {
    load: loadQueue,
    handler: ({ caller, resource: { id } }) =>
      database.tenant(caller.orgId).tx(async (tx) => {
        if (!(await store.deleteSource(tx, caller.orgId, id))) throw notFound('table of transactions');
        await audit(tx, caller, 'case_queue.transactions_deleted', id, {});
      }),
  });
}

/** Rows that are read through a connection are checked when they have been read. */
async function checkSource(
  db: Db,
  orgId: string,
  { table, columns, read_from: readFrom }: Static<typeof TransactionSourceBody>,
): Promise<void> {
  if (readFrom) {
    if ((await findConnectionByName(db, orgId, readFrom.connection)) === undefined)
      throw invalidFields({
        read_from: [`There is no connection ${readFrom.connection}. GET /v1/connections/ lists them.`],
      });
    return;
  }
  if ((await findTable(db, orgId, table)) === undefined)
    throw invalidFields({ table: ['There is no table with this name. GET /v1/tables/ lists them.'] });
  const problems = await findSourceProblems(db, orgId, { table, columns });
  if (problems.length > 0) throw invalidFields({ columns: problems });
}

function addRunRoutes(app: FastifyInstance, deps: TransactionDeps): void {
  const { database } = deps;
  const { loadQueue } = createLoads(deps);

  endpoint(app, operations.transactions.detect, {
    load: loadQueue,
    async handler({ caller, body, resource: { id: queueId } }) {
      const { since, until } = body;
      if (since && until && Date.parse(since) >= Date.parse(until))
        throw invalidFields({ until: ['Has to be after since.'] });
      const id = newId();
      await database.tenant(caller.orgId).tx(async (tx) => {
        const source = await store.findSource(tx, caller.orgId, queueId);
        if (source === undefined)
          throw new AppError('conflict', {
            detail: 'The queue has no table of transactions. Set one with PUT /v1/case-queues/{id}/transactions/.',
          });
        const { table, columns, identifier, rules, read_from, read_as } = source;
        const actor = await findLink(tx, caller);
        const given = { id, queueId, source: { table, columns, identifier, rules }, read_from, read_as, actor };
        if (!(await store.insertRun(tx, caller, { ...given, ...(since && { since }), ...(until && { until }) })))
          throw new AppError('conflict', { detail: 'A run of this queue is in progress. Wait for its end.' });
        await audit(tx, caller, 'case_queue.detection_started', queueId, { run_id: id });
      });
      deps.wakeDetection();
      return runAnswer((await store.findRun(database.tenant(caller.orgId), caller.orgId, id))!);
    },
  });

  endpoint(app, operations.transactions.listRuns, {
    async handler({ caller: { orgId }, query, request }) {
      const db = database.tenant(orgId);
      const paging = readPaging(request);
      const { count, rows } = await store.listRuns(db, orgId, await findQueueId(db, orgId, query.queue), paging);
      return envelope(request, paging, count, rows.map(runAnswer));
    },
  });

  const loadRun = async ({ caller: { orgId }, params }: At<'detection_run_id'>): Promise<store.RunRow> => {
    const run = await store.findRun(database.tenant(orgId), orgId, params.detection_run_id);
    if (run === undefined) throw notFound('detection run');
    return run;
  };
  endpoint(app, operations.transactions.getRun, {
    load: loadRun,
    handler: (at) =>
      awaitEnd({ ...at, seconds: at.query.wait, hasEnded: isFinished, load: () => loadRun(at), view: runAnswer }),
  });
}

function addCaseRoutes(app: FastifyInstance, deps: TransactionDeps): void {
  const { database, askTables } = deps;
  const { loadCase } = createLoads(deps);

  endpoint(app, operations.transactions.list, {
    load: loadCase,
    async handler({ caller, query, request, resource }) {
      const { orgId } = caller;
      const db = database.tenant(orgId);
      await noteReading(db, caller, resource.id);
      const source = await store.findSource(db, orgId, resource.queue_id);
      if (source === undefined)
        throw new AppError('conflict', {
          detail:
            'The queue of the case has no table of transactions. An administrator sets one with PUT /v1/case-queues/{id}/transactions/.',
        });
      const accounts = await listIdentifierValues(db, orgId, resource.id, source.identifier);
      const ask = askTable(askTables, orgId, source.table);
      const paging = readPaging(request);
      const given = { source, accounts, query };
      const { count, results, figures } = await listTransactions(ask, given, paging);
      return {
        ...envelope(request, paging, count, results),
        statement: transactionsStatement(given),
        accounts,
        figures,
        unusable_count: await countUnusable(ask, given),
      };
    },
  });

  endpoint(app, operations.transactions.network, {
    load: loadCase,
    async handler({ caller, query, resource }) {
      const { orgId } = caller;
      const db = database.tenant(orgId);
      const viewer = viewerOf(caller);
      await noteReading(db, caller, resource.id);
      const source = await store.findSource(db, orgId, resource.queue_id);
      const kind = source?.identifier ?? 'account';
      const accounts = await listIdentifierValues(db, orgId, resource.id, kind);
      return readNetwork(source && askTable(askTables, orgId, source.table), {
        source,
        accounts,
        period: query,
        related: (await listRelated(db, orgId, resource.id, viewer)).rows,
        findCases: (values) => listCasesWith(db, orgId, { kind, values, viewer }),
        compare: (value) => normalizeIdentifier(kind, value).value,
      });
    },
  });
}
