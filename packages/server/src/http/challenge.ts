import type { Scope } from '@errand/contract/scopes.ts';
import type { FastifyReply, FastifyRequest } from 'fastify';
import type { Credential } from '#platform/caller.ts';
import { AppError } from '#platform/errors.ts';
import { type Door, doorOf, resourcePath } from '#platform/resources.ts';
import { baseUrl } from './base-url.ts';

// Tells programs how to sign in (RFC 6750, RFC 9728), and holds them to the address and the scopes of their token. API
// keys may have scopes, too.

declare module 'fastify' {
  interface FastifyInstance {
    /** Marks requests that doors make within the process, for a caller whose token was checked at the door. */
    doorKey: string;
  }
}

type Program = Extract<Credential, { kind: 'program' }>;

/** What a program asks for if it does not know what it needs. The person can grant less. */
const usual: Record<Door, string> = {
  '/mcp': 'read run decide build',
  '/a2a': 'read run decide',
  '/openai/v1': 'read run',
};

/** The header of a 401. Only doors lead to a sign-in: programs that use the API have a key. */
export function challenge(request: FastifyRequest): string {
  const door = doorOf(request.url);
  if (door === undefined) return 'Bearer';
  const error = request.headers.authorization === undefined ? '' : 'error="invalid_token", ';
  return `Bearer ${error}resource_metadata="${metadataUrl(request, door)}", scope="${usual[door]}"`;
}

const metadataUrl = (request: FastifyRequest, door: string): string =>
  `${baseUrl(request)}/.well-known/oauth-protected-resource${door}`;

/** Whether a door made the request within the process. */
export const isWithinDoor = ({ headers, server }: FastifyRequest): boolean =>
  headers['x-errand-door'] === server.doorKey;

/** Whether a program's token is for the address that it was sent to. */
export function isForHere(request: FastifyRequest, { audience }: Program): boolean {
  if (isWithinDoor(request)) return true;
  const path = resourcePath(baseUrl(request), audience);
  return path === '' || (path !== undefined && doorOf(request.url) === path);
}

/** Refuses a program or a key that has not been given the scope. Everybody else has the rights of their role. */
export function requireScope(request: FastifyRequest, reply: FastifyReply, scope: Scope): void {
  const { credential } = request;
  if (credential === undefined || (scopesGiven(credential)?.includes(scope) ?? true)) return;
  // A key cannot ask for more, so it gets no challenge, which would send programs to the sign-in.
  if (credential.kind !== 'program') {
    throw new AppError('insufficient_scope', { detail: `This needs the scope ${scope}, which this API key lacks.` });
  }
  const wanted = [...credential.scopes, scope].join(' ');
  const metadata = metadataUrl(request, doorOf(request.url) ?? '');
  void reply.header(
    'www-authenticate',
    `Bearer error="insufficient_scope", scope="${wanted}", resource_metadata="${metadata}"`,
  );
  request.server.identity.noteRefusal?.(credential, { reason: 'insufficient_scope', scope, path: pathOf(request) });
  throw new AppError('insufficient_scope', { detail: `This needs the scope ${scope}.` });
}

/** Returns what a credential is held to, or undefined if it has all rights of its role. */
export const scopesGiven = (credential: Credential): readonly Scope[] | undefined =>
  credential.kind === 'user' ? undefined : credential.scopes;

export const pathOf = ({ url }: FastifyRequest): string => url.split('?', 1)[0]!.slice(0, 200);
