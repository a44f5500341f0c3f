import type { Answer, Body, Operation, Params, Query } from '@errand/contract/operation.ts';
import type { FastifyReply, FastifyRequest } from 'fastify';
import type { Caller } from '#platform/caller.ts';

/** The request before its query and body are read. Without an organization there is no caller. */
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

/** Enough to find the resource that a path names. */
export type At<Name extends string> = {
  caller: Caller;
  params: Record<Name, string>;
  request: FastifyRequest;
  reply: FastifyReply;
};

/** The handler's arguments, all of them checked. */
export type Context<O extends Operation, Resource, Content = Body<O>> = Arrival<O> & {
  query: Query<O>;
  body: Content;
  resource: Resource;
};

/** Returned when the handler has sent the response itself: a stream, or content that is not JSON. */
export type Sent = { readonly sent: unique symbol };

export const sent = (reply: FastifyReply): Sent => reply as unknown as Sent;

export type Endpoint<O extends Operation, Resource, Content> = {
  /**
   * Finds the resource that the path names, or throws not found. Runs before the role is checked and the body is read.
   */
  load?(arrival: Arrival<O>): Resource | Promise<Resource>;
  /** The organization when a user's request names none, or an error of its own for that case. */
  findOrganization?(request: FastifyRequest): Promise<string>;
  /** Reads a query whose errors have a shape of their own. */
  readQuery?(arrival: Arrival<O>): Query<O>;
  /** Reads a body that is not plain JSON, or whose errors have a shape of their own. */
  readBody?(arrival: Arrival<O> & { resource: Resource }): Content | Promise<Content>;
  /** Of a body that comes without a credential. */
  bodyBytesMax?(): number;
  /** Returns the response body. The operations table sets the status; with several, the handler does. */
  handler(context: Context<O, Resource, Content>): Answer<O> | Sent | Promise<Answer<O> | Sent>;
};
