import type { Operation } from '@errand/contract/operation.ts';
import { WaitQuery } from '@errand/contract/values.ts';
import type { FastifyRequest } from 'fastify';
import { AppError } from '#platform/errors.ts';
import { didYouMean } from '#platform/nearest.ts';

// Refuses unknown query parameters, because a filter that is silently ignored misleads.

/** Always accepted, because clients send them to every operation. */
const WELCOME = ['organization_id', 'page', 'page_size'];

/** Whether the operation refuses unknown parameters. It does if it reads a query or returns a list. */
export function knowsQuery({ method, query, responses }: Pick<Operation, 'method' | 'query' | 'responses'>): boolean {
  const answer = responses[200] as { type?: unknown; properties?: object } | null | undefined;
  const isList = answer?.type === 'array' || Object.hasOwn(answer?.properties ?? {}, 'results');
  return method === 'GET' && ((query !== undefined && query !== WaitQuery) || isList);
}

/** A caller who waits would take an early answer for the end. Addresses of other protocols and hooks read queries of their own. */
function refuseWait({ query }: FastifyRequest): void {
  if (!Object.hasOwn(query as object, 'wait')) return;
  throw new AppError('unknown_parameter', {
    fields: { wait: ['This does not end later, so there is nothing to wait for.'] },
  });
}

const isOurs = ({ path }: Operation): boolean => /^\/(v[12]|webhooks)\//.test(path);

/** Returns a check that refuses unknown parameters, or undefined if the operation accepts any. */
export function createParameterCheck(operation: Operation): ((request: FastifyRequest) => void) | undefined {
  if (!knowsQuery(operation)) return operation.query === WaitQuery || !isOurs(operation) ? undefined : refuseWait;
  const known = new Set([...Object.keys(operation.query?.properties ?? {}), ...WELCOME]);
  return (request) => {
    const unknown = Object.keys(request.query as object).filter((name) => !known.has(name));
    if (unknown.length === 0) return;
    const told = unknown.slice(0, TOLD_MAX);
    const fields = Object.fromEntries(told.map((name) => [name, [`Unknown parameter.${didYouMean(name, known)}`]]));
    throw new AppError('unknown_parameter', { fields });
  };
}

/** A query with thousands of parameters must not get thousands of messages. */
const TOLD_MAX = 20;
