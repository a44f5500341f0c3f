import { Readable } from 'node:stream';
import type { Operation } from '@errand/contract/operation.ts';
import { operations } from '@errand/contract/operations/operations.ts';
import { QueryBody } from '@errand/contract/workspace.ts';
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import type { Static } from 'typebox';
import { awaitEnd, isFinished } from '#http/await-end.ts';
import { jsonObject } from '#http/body.ts';
import { requireScope } from '#http/challenge.ts';
import { endpoint } from '#http/endpoint.ts';
import { type Arrival, type At, type Sent, sent } from '#http/endpoint-options.ts';
import { readKeyed } from '#http/idempotency-key.ts';
import { envelope, readPaging } from '#http/paging.ts';
import { check, readBody } from '#http/validate.ts';
import { insertAudit } from '#orgs/audit.ts';
import type { Caller } from '#platform/caller.ts';
import type { Database } from '#platform/db.ts';
import { AppError } from '#platform/errors.ts';
import { isUuid } from '#platform/ids.ts';
import type { Storage } from '#platform/storage/storage.ts';
import { queryAnswer, statementAnswer } from './answers.ts';
import { acceptQuery } from './queries/accept-query.ts';
import { findLiveCells } from './queries/live-cells.ts';
import { checkKept, countRows, type RowRange, streamRows } from './queries/result-rows.ts';
import { cancelQuery, findQuery, listQueries, type QueryKind, type QueryRow } from './queries/store.ts';
import { unknownQuery } from './queries/unknown-query.ts';
import type { Workspace } from './runtime.ts';
import { findWorksheetOwner } from './worksheets/store.ts';

const EVERYTHING: RowRange = { offset: 0, limit: Number.MAX_SAFE_INTEGER };

export function addQueryRoutes(app: FastifyInstance, workspace: Workspace): void {
  const { database, storage, runner } = workspace;
  const find = (orgId: string, id: string) => findQuery(database.tenant(orgId), orgId, id);

  async function load({ caller, params }: At<'worksheet_query_id'>): Promise<QueryRow> {
    const row = await find(caller.orgId, params.worksheet_query_id);
    if (row === undefined || row.kind === 'table') throw unknownQuery(workspace.settings.keptDays);
    return row;
  }
  const findOrganization = (request: FastifyRequest) => findOrganizationOfWorksheet(database, request);
  const readOwnBody = ({ request }: { request: FastifyRequest }) => readQueryBody(request);

  endpoint(app, operations.queries.start, {
    findOrganization,
    readBody: readOwnBody,
    async handler({ caller, query, body, request, reply }) {
      requireScope(request, reply, 'read');
      const id = await accept(workspace, caller, 'async', query.worksheet_id, body);
      const row = (await find(caller.orgId, id))!;
      runner.wake();
      // The response shows the query as accepted, even if another process has already started it.
      return queryAnswer({ ...row, status: 'PENDING' });
    },
  });

  endpoint(app, operations.queries.run, {
    findOrganization,
    readBody: readOwnBody,
    async handler({ caller, query, body, request, reply }) {
      // A statement reads whatever it names, so the right to run things is not enough.
      requireScope(request, reply, 'read');
      const begin = () => accept(workspace, caller, 'sync', query.worksheet_id, body);
      const { id, isRepeated } = await beginOnce({ caller, params: {}, request, reply }, begin);
      if (!isRepeated) await runner.runOwn(id);
      const row = await untilFinished(reply, async () => (await find(caller.orgId, id))!);
      if (row.status !== 'SUCCESS')
        throw new AppError('invalid_query', { detail: row.error ?? 'The query did not finish.' });
      return sendJson(reply, wrap('', streamStatements(storage, row, EVERYTHING), ''));
    },
  });

  endpoint(app, operations.queries.list, {
    async handler({ caller: { orgId }, query: { worksheet_id: worksheetId }, request }) {
      const paging = readPaging(request);
      const { count, rows } = await listQueries(database.tenant(orgId), orgId, { worksheetId }, paging);
      return envelope(request, paging, count, rows.map(queryAnswer));
    },
  });

  endpoint(app, operations.queries.get, {
    load,
    handler: (at) =>
      awaitEnd({
        ...at,
        seconds: at.query.wait,
        hasEnded: isFinished,
        load: () => load(at),
        async view(row) {
          const answer = queryAnswer(row);
          if (row.finishedAt === null || row.jobsDone >= row.jobsTotal) return answer;
          // run_agent does not wait, so its jobs may continue after the query has ended.
          const { total, done, cost } = await workspace.agents.countJobs(at.caller.orgId, row.id, []);
          return { ...answer, jobs_total: total, jobs_done: done, cost };
        },
      }),
  });

  endpoint(app, operations.queries.result, {
    load,
    async handler({ query: { offset = 0, limit = EVERYTHING.limit }, reply, resource: row }) {
      const head = JSON.stringify({ worksheet_query_id: row.id, status: row.status, error: row.error });
      const statements = row.status === 'PENDING' || row.status === 'STARTED' ? [] : row.statements;
      await checkKept(storage, statements);
      const results = streamStatements(storage, { id: row.id, statements }, { offset, limit });
      return sendJson(reply, wrap(`${head.slice(0, -1)},"results":`, results, '}'));
    },
  });

  endpoint(app, operations.queries.cells, {
    load,
    handler: ({ resource: row }) => findLiveCells(workspace, row),
  });

  endpoint(app, operations.queries.cancel, {
    load,
    async handler({ caller, caller: { orgId }, resource: row }) {
      const cancelled = await database.tenant(orgId).tx(async (tx) => {
        if (!(await cancelQuery(tx, orgId, row.id))) return false;
        const target = { targetType: 'query', targetId: row.id };
        await insertAudit(tx, caller, { orgId, action: 'query.cancelled', ...target });
        return true;
      });
      if (cancelled) {
        runner.abort(row.id);
        await workspace.agents.cancelWaiting(orgId, row.id);
      }
      return queryAnswer((await find(orgId, row.id))!);
    },
  });
}

/** The id of the query that `begin` stores, or that a request with the same Idempotency-Key has stored before. */
async function beginOnce(
  arrival: Arrival<Operation>,
  begin: () => Promise<string>,
): Promise<{ id: string; isRepeated: boolean }> {
  const once = readKeyed(arrival);
  if (once === undefined) return { id: await begin(), isRepeated: false };
  let own: string | undefined;
  const { body } = await arrival.request.server.answerOnce!(once, async () => {
    own = await begin();
    return { status: 200, body: own };
  });
  return { id: body as string, isRepeated: body !== own };
}

/** Waits for a query that another request or process runs. */
const untilFinished = async (reply: FastifyReply, load: () => Promise<QueryRow>): Promise<QueryRow> =>
  awaitEnd({
    seconds: Number.POSITIVE_INFINITY,
    reply,
    resource: await load(),
    load,
    view: (row) => row,
    hasEnded: ({ finishedAt }) => finishedAt !== null,
  });

/** Streams the results of statements as a JSON list, with their rows as stored. */
async function* streamStatements(
  storage: Storage,
  { id, statements }: Pick<QueryRow, 'id' | 'statements'>,
  range: RowRange,
): AsyncGenerator<string | Buffer> {
  yield '[';
  for (const [index, record] of statements.entries()) {
    const head = JSON.stringify(statementAnswer(id, record, countRows(record, range)));
    yield `${index === 0 ? '' : ','}${head.slice(0, -1)},"result_rows":[`;
    if (record.rowsKey !== null) yield* streamRows(storage, record, range);
    yield ']}';
  }
  yield ']';
}

async function accept(
  { database, findLimits }: Workspace,
  caller: Caller,
  kind: QueryKind,
  worksheetInQuery: string | undefined,
  body: Static<typeof QueryBody>,
): Promise<string> {
  const worksheetId = worksheetInQuery || body.worksheet_id || null;
  if (worksheetId !== null && !isUuid(worksheetId))
    throw new AppError('invalid_query', { detail: 'worksheet_id: Not a UUID.' });
  return acceptQuery(database, caller, {
    kind,
    query: body.query,
    worksheetId: worksheetId?.toLowerCase() ?? null,
    useAdmin: body.use_admin ?? false,
    maxCost: body.max_cost ?? null,
    rowLimit: (await findLimits(caller.orgId)).rowsMax,
  });
}

/** With a user token, a worksheet is enough: it implies its organization. */
async function findOrganizationOfWorksheet(database: Database, request: FastifyRequest): Promise<string> {
  const { worksheet_id: inQuery } = request.query as { worksheet_id?: unknown };
  const worksheetId = inQuery ?? bodyWorksheet(request);
  if (!worksheetId) throw new AppError('invalid_query', { detail: 'organization_id or worksheet_id is required.' });
  if (typeof worksheetId !== 'string' || !isUuid(worksheetId))
    throw new AppError('invalid_query', { detail: 'worksheet_id: Not a UUID.' });
  const orgId = await findWorksheetOwner(database.system, worksheetId);
  if (orgId === undefined) throw new AppError('unknown_worksheet');
  return orgId;
}

/** Reads the body. Its errors have the shape `{message}`, unlike those of other bodies. */
function readQueryBody(request: FastifyRequest): Static<typeof QueryBody> {
  try {
    const body = readBody(request, QueryBody);
    if (body.query.trim() === '') throw new AppError('invalid_query', { detail: 'query: May not be blank.' });
    return check(QueryBody, body);
  } catch (error) {
    if (!(error instanceof AppError)) throw error;
    if (error.code === 'bad_request') throw new AppError('invalid_query', { detail: error.message });
    if (!error.options.fields) throw error;
    const problems = Object.entries(error.options.fields).map(
      ([field, messages]) => `${field}: ${[messages].flat().join(' ')}`,
    );
    throw new AppError('invalid_query', { detail: problems.join(' ') });
  }
}

function bodyWorksheet(request: FastifyRequest): unknown {
  try {
    return jsonObject(request).worksheet_id;
  } catch {
    // The error is reported when the body is read.
    return undefined;
  }
}

async function* wrap(
  head: string,
  inner: AsyncGenerator<string | Buffer>,
  tail: string,
): AsyncGenerator<string | Buffer> {
  if (head !== '') yield head;
  yield* inner;
  if (tail !== '') yield tail;
}

const sendJson = (reply: FastifyReply, chunks: AsyncGenerator<string | Buffer>): Sent =>
  sent(reply.type('application/json; charset=utf-8').send(Readable.from(chunks, { objectMode: false })));
