import { Readable } from 'node:stream';
import {
  QueryBody,
  QueryListQuery,
  QueryObject,
  QueryPage,
  QueryResult,
  ResultQuery,
  StatementResult,
} from '@errand/contract/workspace.ts';
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import { type Static, Type } from 'typebox';
import { jsonObject } from '#http/body.ts';
import { endpoint } from '#http/endpoint.ts';
import { envelope, readPaging } from '#http/paging.ts';
import { check, readBody, readQuery } from '#http/validate.ts';
import { insertAudit } from '#orgs/audit.ts';
import { AppError } from '#platform/errors.ts';
import { isUuid } from '#platform/ids.ts';
import { queryAnswer, statementAnswer } from './answers.ts';
import { acceptQuery } from './queries/accept-query.ts';
import { checkKept, countRows, type RowRange, streamRows } from './queries/result-rows.ts';
import { unknownQuery } from './queries/retention.ts';
import {
  cancelQuery,
  findQuery,
  listQueries,
  type QueryKind,
  type QueryRow,
  type StatementRecord,
} from './queries/store.ts';
import type { Workspace } from './runtime.ts';
import { findWorksheetOwner } from './worksheets/store.ts';

const tag = 'SQL';
const base = '/v1/database/query/:worksheet_query_id/';
const EVERYTHING: RowRange = { offset: 0, limit: Number.MAX_SAFE_INTEGER };

export function addQueryRoutes(app: FastifyInstance, workspace: Workspace): void {
  const { database, storage, runner, findLimits } = workspace;

  async function accept(request: FastifyRequest, kind: QueryKind): Promise<string> {
    const body = readQueryBody(request);
    const { worksheet_id: inQuery } = request.query as { worksheet_id?: string };
    const worksheetId = inQuery || body.worksheet_id || null;
    if (worksheetId !== null && !isUuid(worksheetId))
      throw new AppError('invalid_query', { detail: 'worksheet_id: Not a UUID.' });
    return acceptQuery(database, request.caller, {
      kind,
      query: body.query,
      worksheetId: worksheetId?.toLowerCase() ?? null,
      useAdmin: body.use_admin ?? false,
      maxCost: body.max_cost ?? null,
      rowLimit: (await findLimits(request.caller.orgId)).rowsMax,
    });
  }

  const find = (request: FastifyRequest, id: string): Promise<QueryRow | undefined> =>
    findQuery(database.tenant(request.caller.orgId), request.caller.orgId, id);

  async function load(request: FastifyRequest): Promise<QueryRow> {
    const row = await find(request, (request.params as { worksheet_query_id: string }).worksheet_query_id);
    if (row === undefined || row.kind === 'table') throw unknownQuery(workspace.settings.keptDays);
    return row;
  }

  /** With a user token a worksheet is enough: it implies its organization. */
  async function findOrganization(request: FastifyRequest): Promise<string> {
    const { worksheet_id: inQuery } = request.query as { worksheet_id?: unknown };
    const worksheetId = inQuery ?? bodyWorksheet(request);
    const orgId =
      typeof worksheetId === 'string' && isUuid(worksheetId)
        ? await findWorksheetOwner(database.system, worksheetId)
        : undefined;
    if (orgId !== undefined) return orgId;
    if (typeof worksheetId === 'string' && isUuid(worksheetId)) throw new AppError('unknown_worksheet');
    if (worksheetId) throw new AppError('invalid_query', { detail: 'worksheet_id: Not a UUID.' });
    throw new AppError('invalid_query', {
      detail: 'Name the organization (organization_id) or a worksheet (worksheet_id).',
    });
  }

  const submit = {
    method: 'POST' as const,
    tag,
    body: QueryBody,
    query: Type.Object({ worksheet_id: Type.Optional(Type.String({ description: 'A UUID; wins over the body.' })) }),
    errors: ['invalid_query', 'unknown_worksheet', 'forbidden'] as never,
    findOrganization,
  };

  endpoint(app, {
    ...submit,
    path: '/v1/database/query/async/',
    summary: 'Submit SQL without waiting for it',
    description: 'Answers with the query; its result is read later. What is wrong with the SQL shows there.',
    responses: { 200: QueryObject },
    async handler(request) {
      const id = await accept(request, 'async');
      const row = (await find(request, id))!;
      runner.wake();
      // Its acceptance is answered, though another process may have begun it already.
      return queryAnswer({ ...row, status: 'PENDING' });
    },
  });

  endpoint(app, {
    ...submit,
    path: '/v1/database/query/',
    summary: 'Run SQL and wait for the result',
    description: 'One element per statement; the first error ends it with 400.',
    responses: { 200: Type.Array(StatementResult) },
    async handler(request, reply) {
      const id = await accept(request, 'sync');
      await runner.runOwn(id);
      const row = (await find(request, id))!;
      if (row.status !== 'SUCCESS')
        throw new AppError('invalid_query', { detail: row.error ?? 'The query was not finished.' });
      return sendJson(reply, wrap('', streamStatements(row.statements, EVERYTHING), ''));
    },
  });

  endpoint(app, {
    method: 'GET',
    path: '/v1/database/query/',
    tag,
    summary: 'Queries of the organization, newest first',
    description: 'Every submitted query with its state, one page at a time.',
    query: QueryListQuery,
    responses: { 200: QueryPage },
    async handler(request) {
      const { orgId } = request.caller;
      const { worksheet_id: worksheetId } = readQuery(request, QueryListQuery);
      const paging = readPaging(request);
      const { count, rows } = await listQueries(database.tenant(orgId), orgId, { worksheetId }, paging);
      return envelope(request, paging, count, rows.map(queryAnswer));
    },
  });

  endpoint(app, {
    method: 'GET',
    path: base,
    tag,
    summary: 'One query with its progress',
    description: 'State and statements of the query, without its rows.',
    responses: { 200: QueryObject },
    load,
    async handler(request, _reply, row) {
      const answer = queryAnswer(row);
      if (row.finishedAt === null || row.jobsDone >= row.jobsTotal) return answer;
      // run_agent does not wait: its jobs go on after the query is over.
      const { total, done, cost } = await workspace.agents.countJobs(request.caller.orgId, row.id, []);
      return { ...answer, jobs_total: total, jobs_done: done, cost };
    },
  });

  endpoint(app, {
    method: 'GET',
    path: `${base}result/`,
    tag,
    summary: 'Result of a query',
    description: 'One element per statement, with all its rows or those that offset and limit ask for.',
    query: ResultQuery,
    responses: { 200: QueryResult },
    load,
    async handler(request, reply, row) {
      const { offset = 0, limit = EVERYTHING.limit } = readQuery(request, ResultQuery);
      const head = JSON.stringify({ worksheet_query_id: row.id, status: row.status, error: row.error });
      const results = row.status === 'PENDING' || row.status === 'STARTED' ? [] : row.statements;
      await checkKept(storage, results);
      return sendJson(
        reply,
        wrap(`${head.slice(0, -1)},"results":`, streamStatements(results, { offset, limit }), '}'),
      );
    },
  });

  endpoint(app, {
    method: 'POST',
    path: `${base}cancel/`,
    tag,
    summary: 'Cancel a query',
    description: 'Jobs of its agents that have not started are cancelled with it. A query that is over stays as it is.',
    responses: { 200: QueryObject },
    load,
    async handler(request, _reply, row) {
      const { orgId } = request.caller;
      const cancelled = await database.tenant(orgId).tx(async (tx) => {
        if (!(await cancelQuery(tx, orgId, row.id))) return false;
        const target = { targetType: 'query', targetId: row.id };
        await insertAudit(tx, request.caller, { orgId, action: 'query.cancelled', ...target });
        return true;
      });
      if (cancelled) {
        runner.abort(row.id);
        await workspace.agents.cancelWaiting(orgId, row.id);
      }
      return queryAnswer((await find(request, row.id))!);
    },
  });

  /** A list of statement results, their rows as they lie in storage. */
  async function* streamStatements(records: StatementRecord[], range: RowRange): AsyncGenerator<string | Buffer> {
    yield '[';
    for (const [index, record] of records.entries()) {
      const head = JSON.stringify(statementAnswer(record, countRows(record, range)));
      yield `${index === 0 ? '' : ','}${head.slice(0, -1)},"result_rows":[`;
      if (record.rowsKey !== null) yield* streamRows(storage, record, range);
      yield ']}';
    }
    yield ']';
  }
}

/** What is wrong with the body has one shape of its own here. */
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
    // Told when the body is read.
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

const sendJson = (reply: FastifyReply, chunks: AsyncGenerator<string | Buffer>): FastifyReply =>
  reply.type('application/json; charset=utf-8').send(Readable.from(chunks, { objectMode: false }));
