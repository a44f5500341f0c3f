import { createHash } from 'node:crypto';
import type { Operation } from '@errand/contract/operation.ts';
import type { FastifyRequest } from 'fastify';
import { invalidFields } from '#platform/errors.ts';
import { bodyKind } from './body.ts';
import type { Arrival } from './endpoint-options.ts';

export function readIdempotencyKey(header: string | string[] | undefined): string | undefined {
  if (header === undefined || header === '') return undefined;
  if (typeof header === 'string' && /^[\x20-\x7e]{1,255}$/.test(header)) return header;
  throw invalidFields({ 'Idempotency-Key': ['Must be 1 to 255 printable ASCII characters.'] });
}

/** Paths that differ only in query, case or final slash are the same operation. */
export const keyedPath = ({ url }: Pick<FastifyRequest, 'url'>): string =>
  `${url.split('?', 1)[0]!.replace(/\/+$/, '')}/`.toLowerCase();

/** A request that is to be carried out once. */
export type KeyedRequest = {
  orgId: string;
  /** Whose change claims the key. */
  author: object;
  key: string;
  path: string;
  /** Of the sender and the body. */
  hash: Buffer;
};

export type KeptAnswer = { status: number; body: unknown };

/** Returns the answer of the first request with this key, or that of `work`. */
export type AnswerOnce = (request: KeyedRequest, work: () => Promise<KeptAnswer>) => Promise<KeptAnswer>;

/** Returns undefined for a request without an Idempotency-Key. */
export function readKeyed({ caller, request }: Arrival<Operation>): KeyedRequest | undefined {
  const key = readIdempotencyKey(request.headers['idempotency-key']);
  if (key === undefined || request.server.answerOnce === undefined) return undefined;
  const { orgId, userId, keyId } = caller!;
  // The content of an upload is not known yet: for it, the key alone decides.
  const body = bodyKind(request) === 'multipart' ? null : request.body;
  const hash = createHash('sha256')
    .update(JSON.stringify([userId, keyId, body ?? null]))
    .digest();
  return { orgId, author: caller!, key, path: keyedPath(request), hash };
}
