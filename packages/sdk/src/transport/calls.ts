import { readEvents } from './events.ts';
import { newKey } from './keys.ts';
import { readLines } from './lines.ts';
import type { RunOptions } from './options.ts';
import { readPages } from './pages.ts';
import type { Requester, RequestOptions } from './request.ts';

// Calls the operations of the contract. The order of arguments is path, body, query, options.

export type CallRow = {
  readonly method: 'GET' | 'POST' | 'PUT' | 'PATCH' | 'DELETE';
  readonly path: string;
  readonly body?: true;
  readonly query?: true;
  readonly gives: 'nothing' | 'json' | 'text' | 'bytes' | 'lines' | 'events';
  /** Whether the service performs a repeated call with the same idempotency key only once. */
  readonly takesKey?: true;
  /** Whether it returns one page of a list. */
  readonly paged?: true;
};

export type CallTable = { readonly [name: string]: CallRow };

type Call = (...args: unknown[]) => unknown;

export function createCalls(
  request: Requester,
  tables: { readonly [resource: string]: CallTable },
): Record<string, Record<string, Call>> {
  return mapValues(tables, (table, resource) =>
    mapValues(table, (row, name) => createCall(request, row, `${resource}.${name}`)),
  );
}

function createCall(request: Requester, row: CallRow, name: string): Call {
  const paramCount = row.path.match(PARAM)?.length ?? 0;
  const call: Call = (...args) => {
    const given = args.slice(paramCount);
    const path = writePath(row.path, args.slice(0, paramCount), name);
    const body = row.body && given.shift();
    const query = row.query && given.shift();
    const { signal, headers, skipCache, idempotencyKey } = (given.shift() ?? {}) as RunOptions;
    const options: RequestOptions = {
      signal,
      headers: { ...(skipCache && { 'x-skip-cache': 'true' }), ...headers },
      // A new key per call makes its retries safe.
      ...(row.takesKey && idempotencyKey !== null && { idempotencyKey: idempotencyKey ?? newKey() }),
      ...(body !== undefined && { body }),
      ...(query !== undefined && { query: query as RequestOptions['query'] }),
    };
    return send(request, row, path, options);
  };
  return row.paged ? Object.assign(call, { all: (...args: unknown[]) => callAll(call, paramCount, args) }) : call;
}

function callAll(call: Call, paramCount: number, args: unknown[]): AsyncGenerator<unknown> {
  const params = args.slice(0, paramCount);
  const [query, options] = args.slice(paramCount);
  const readPage = (one: unknown) => call(...params, one, options) as Promise<{ results: unknown[] }>;
  return readPages(readPage, query as Record<string, unknown> | undefined);
}

function send(request: Requester, { method, gives }: CallRow, path: string, options: RequestOptions): unknown {
  switch (gives) {
    case 'json':
    case 'nothing':
      return request(method, path, options);
    case 'text':
      return request.raw(method, path, options).then((response) => response.text());
    case 'bytes':
      return request.raw(method, path, options).then((response) => response.blob());
    case 'lines':
      return readLines(request, path, options);
    case 'events':
      return readEvents(request, path, options);
  }
}

const PARAM = /:[a-z_]+/g;

/** Fills in the parameters of a path. Refuses missing ones and `..`, which would address another operation. */
export function writePath(path: string, params: unknown[], name: string): string {
  let index = 0;
  return path.replace(PARAM, (param) => {
    const value = params[index++];
    if (value === undefined || value === null || value === '')
      throw new TypeError(`${name}: ${param.slice(1)} is missing.`);
    if (value === '.' || value === '..') throw new TypeError(`${name}: ${param.slice(1)} cannot be '${value}'.`);
    return encodeURIComponent(String(value));
  });
}

const mapValues = <T, R>(values: { readonly [key: string]: T }, map: (value: T, key: string) => R): Record<string, R> =>
  Object.fromEntries(Object.entries(values).map(([key, value]) => [key, map(value, key)]));
