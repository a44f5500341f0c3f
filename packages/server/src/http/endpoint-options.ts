import type { Answer, Body, Operation, Params, Query } from '@errand/contract/operation.ts';
import type { FastifyReply, FastifyRequest } from 'fastify';
import type { Caller } from '#platform/caller.ts';
import type { Carries } from './body.ts';

/** A request before its query and body are read. Operations without an organization have no caller. */
export type Arrival<O extends Operation> = {
  caller: O extends { scope: 'none' | 'credential' }
    ? undefined
    : O extends { anonymous: true }
      ? Caller | undefined
      : Caller;
  params: Params<O>;
  request: FastifyRequest;
  reply: FastifyReply;
};

/** The part of a request that is needed to find the resource in its path. */
export type At<Name extends string> = {
  caller: Caller;
  params: Record<Name, string>;
  request: FastifyRequest;
  reply: FastifyReply;
};

/** The handler's arguments, all validated. */
export type Context<O extends Operation, Resource, Content = Body<O>> = Arrival<O> & {
  query: Query<O>;
  body: Content;
  resource: Resource;
};

/** Returned by a handler that sent the response itself, such as a stream or content that is not JSON. */
export type Sent = { readonly sent: unique symbol };

export const sent = (reply: FastifyReply): Sent => reply as unknown as Sent;

export type Endpoint<O extends Operation, Resource, Content> = {
  /** Finds the resource in the path, or throws not found. Runs before the role check and before the body is read. */
  load?(arrival: Arrival<O>): Resource | Promise<Resource>;
  /** Finds the organization for a user's request that names none, or throws its own error. */
  findOrganization?(request: FastifyRequest): Promise<string>;
  /** Reads a query whose errors have their own shape. */
  readQuery?(arrival: Arrival<O>): Query<O>;
  /** Reads a body that is not plain JSON, or whose errors have their own shape. */
  readBody?(arrival: Arrival<O> & { resource: Resource }): Content | Promise<Content>;
  /** What the body carries, if the contract does not say it: the messages of protocols have limits of their own. */
  carries?: Carries;
  /** Set for an operation of a protocol with its own description. It is in neither the contract nor `/openapi.json`. */
  isApart?: true;
  /** The limit for a body that is sent without a credential. */
  bodyBytesMax?(): number;
  /** Returns the response body. The operations table sets the status; if it lists several, the handler does. */
  handler(context: Context<O, Resource, Content>): Answer<O> | Sent | Promise<Answer<O> | Sent>;
};
