import { causedWithin } from '#orgs/causes.ts';
import { during } from '#platform/activity.ts';
import type { Caller } from '#platform/caller.ts';
import { AppError } from '#platform/errors.ts';
import { ClaimLost } from '#platform/leased-work/definition.ts';
import type { Logger } from '#platform/log.ts';
import { isOutage, persistently } from '#platform/persist.ts';
import { storageProblem } from '#platform/storage/storage-problem.ts';
import { EngineError } from '../engine/engine.ts';
import type { FindLimits, SqlLimits } from '../engine/limits.ts';
import { readStatements, type Statement } from '../sql/statements.ts';
import { atPosition, SqlTextError } from '../sql/tokens.ts';
import { appendStatement, type ClaimedQuery, finishQuery, hasStatement } from './claims.ts';
import { deleteReads } from './read-connections.ts';
import { runStatement } from './run-statement.ts';
import type { StatementContext, StatementDeps } from './statement-context.ts';

export type QueryDeps = Omit<StatementDeps, keyof SqlLimits> & {
  log: Logger;
  findLimits: FindLimits;
};

const ATTEMPTS_MAX = 3;
const CONFLICTS_MAX = 5;

/** Runs a claimed query to its end. Throws only if it is aborted, its claim is lost or the database is down. */
export async function runQuery(deps: QueryDeps, query: ClaimedQuery, signal: AbortSignal): Promise<void> {
  const startedAt = performance.now();
  let error: string | null = null;
  let failed = false;
  try {
    if (query.attempt > ATTEMPTS_MAX)
      throw new EngineError('crash', 'The process that ran this query stopped during each of its attempts.');
    await causedWithin(
      () => query.cause ?? [],
      () => runStatements(deps, query, signal),
    );
    error = describeNotes(query);
  } catch (cause) {
    // After an outage, the query continues from its last statement.
    if (cause instanceof ClaimLost || signal.aborted || isOutage(cause)) throw cause;
    failed = true;
    error = describeError(query.query, query.statements.length, cause);
    if (!(cause instanceof EngineError || cause instanceof SqlTextError) || cause.message === '')
      deps.log.error({ err: cause, event: 'sql.failed', query: query.id }, 'query failed');
  }
  await persistently(() =>
    finishQuery(deps.database.system, query.claimId, { status: failed ? 'FAILURE' : 'SUCCESS', error }),
  );
  deps.log.info(
    { event: 'sql.finished', query: query.id, org: query.orgId, failed, ms: Math.round(performance.now() - startedAt) },
    'query finished',
  );
}

async function runStatements(deps: QueryDeps, query: ClaimedQuery, signal: AbortSignal): Promise<void> {
  const { orgId, creatorId: userId, keyId, role } = query;
  const caller: Caller = { orgId, userId, keyId, role, via: 'service' };
  const statements = readStatements(query.query);
  const limited = { ...deps, ...(await deps.findLimits(query.orgId)) };
  let maxCost = query.maxCost;
  for (const [index, statement] of statements.entries()) {
    // The limit of the request wins: SQL text from another author cannot spend more.
    if (statement.action.kind === 'set')
      maxCost = Math.min(statement.action.maxCost, query.maxCost ?? statement.action.maxCost);
    if (index < query.statements.length) continue;
    const context = { query, caller, index, maxCost, signal, readKeys: [] };
    try {
      const activity = { kind: 'statement', id: query.id, name: `statement ${index + 1}`, org: query.orgId } as const;
      await during(activity, () => runOne(limited, context, statement));
      await deleteReads(limited, context);
    } catch (error) {
      // A query that continues after an outage or elsewhere uses the rows that it has read.
      if (error instanceof EngineError && !signal.aborted) await deleteReads(limited, context);
      throw error;
    }
  }
}

/** Runs one statement. A rewrite starts again if its table was changed meanwhile. */
async function runOne(deps: StatementDeps, context: StatementContext, statement: Statement): Promise<void> {
  const { query, index } = context;
  for (let attempt = 1; ; attempt += 1) {
    const { record, change, afterwards } = await runStatement(deps, context, statement);
    const committed = await persistently(async (again) => {
      if (again > 0 && (await hasStatement(deps.database.system, query.claimId, record.queryId))) return true;
      return deps.database.tenant(query.orgId).tx(async (tx) => {
        if (change && !(await change(tx))) return false;
        await appendStatement(tx, query.claimId, index, record);
        return true;
      });
    });
    if (committed) {
      query.statements.push(record);
      afterwards?.();
      return;
    }
    if (attempt === CONFLICTS_MAX) {
      throw new EngineError('sql', 'Other statements keep changing this table. Run the statement again.', {
        position: statement.start,
      });
    }
  }
}

function describeNotes({ statements }: ClaimedQuery): string | null {
  const errors = statements.flatMap((statement) => statement.agents?.errors ?? []);
  const notes = errors.map(({ message, rows }) => `${rows} × ${message}`);
  return notes.length === 0 ? null : `Some agent calls returned no answer: ${notes.join(' ')}`.slice(0, 4_000);
}

const unexpected = (): AppError => new AppError('internal', { detail: 'Something went wrong on our side. Try again.' });

/** Describes an error with its statement and place. */
export function describeError(sql: string, index: number, error: unknown): string {
  if (error instanceof SqlTextError) return `${error.message} ${atPosition(sql, error.position)}`;
  if (error instanceof AppError) return error.message;
  if (!(error instanceof EngineError)) return storageProblem(error, unexpected).message;
  const place =
    error.position === undefined ? '' : ` ${atPosition(sql, Math.min(Math.max(0, error.position), sql.length))}`;
  if (index === 0) return `${error.message}${place}`;
  // If DuckDB reports no place, use that of the statement.
  const { start } = readStatements(sql)[index] ?? { start: 0 };
  return `Statement ${index + 1}: ${error.message}${place || ` (in the statement at ${atPosition(sql, start).slice(1)}`}`;
}
