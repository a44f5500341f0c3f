import type { ErrorCode } from '@errand/contract/errors.ts';
import type { FastifyReply, FastifyRequest } from 'fastify';
import type { TObject, TSchema } from 'typebox';
import type { Role } from '#platform/caller.ts';
import type { BodyKind } from './body.ts';

export type EndpointOptions<Resource = undefined> = {
  method: 'GET' | 'POST' | 'PUT' | 'PATCH' | 'DELETE';
  /** Canonical path, with its final slash; `:name` for parameters. Parameters ending in `_id` have to be UUIDs. */
  path: string;
  /** Further paths with the same meaning, left out of the description. */
  aliases?: string[];
  summary: string;
  description?: string;
  tag: string;
  /** `none`: no credential; `credential`: any valid one; default: one organization, resolved and checked. */
  scope?: 'none' | 'credential' | 'organization';
  /** Least role. Default: viewer for GET, member for the rest. */
  role?: Role;
  accepts?: BodyKind[];
  /** Path parameters that end in `_id` but are no UUIDs. */
  textParams?: string[];
  query?: TObject;
  /** Request headers with a meaning of their own here; only for the description. */
  headers?: TObject;
  body?: TSchema;
  /** How a body looks in a kind where it differs; only for the description. */
  bodies?: Partial<Record<BodyKind, TSchema>>;
  responses: Record<number, TSchema | null>;
  /** Headers of the answer with a meaning of their own; only for the description. */
  answerHeaders?: TObject;
  /** 400 shapes beside the field map, and other codes that are special to this operation. */
  errors?: ErrorCode[];
  /** Finds what the path names or throws not found: runs before the role is checked and the body is read. */
  load?(request: FastifyRequest, reply: FastifyReply): Resource | Promise<Resource>;
  /** The organization of a user's request that names none, or an error of its own for that. */
  findOrganization?(request: FastifyRequest): Promise<string>;
  handler(request: FastifyRequest, reply: FastifyReply, resource: Resource): Promise<unknown>;
};

export const leastRole = ({ role, method }: Pick<EndpointOptions, 'role' | 'method'>): Role =>
  role ?? (method === 'GET' ? 'viewer' : 'member');
