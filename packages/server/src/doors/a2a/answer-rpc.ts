import { VersionNotSupportedError } from '@a2a-js/sdk/errors';
import { type A2ARequestHandler, JsonRpcTransportHandler, ServerCallContext } from '@a2a-js/sdk/server';
import type { FastifyReply, FastifyRequest } from 'fastify';
import { requireScope } from '#http/challenge.ts';
import { type Sent, sent } from '#http/endpoint-options.ts';
import type { Logger } from '#platform/log.ts';
import { INVALID_REQUEST, isRpcRequest, type readRpc } from '../json-rpc.ts';
import { rpcError, rpcId } from '../rpc-error.ts';
import { PROTOCOL_VERSION } from './agent-card.ts';
import { toA2aError, withoutReadErrors } from './refusals.ts';
import { sendEvents } from './send-events.ts';

type Call = { body: ReturnType<typeof readRpc>; log: Logger; request: FastifyRequest; reply: FastifyReply };

/** Answers one JSON-RPC request. */
export async function answerRpc(call: Call, createHandler: () => A2ARequestHandler): Promise<Sent> {
  const { body, log, request, reply } = call;
  if ('refusal' in body) return sent(reply.code(400).send(body.refusal));
  const { message } = body;
  const id = rpcId(message);
  if (!isRpcRequest(message))
    return sent(reply.code(400).send(rpcError(INVALID_REQUEST, 'This is not a JSON-RPC 2.0 request.', id)));
  requireScope(request, reply, /^(Get|List|Subscribe)/.test(String(message.method)) ? 'read' : 'run');
  const asked = versionOf(request, message);
  if (asked !== PROTOCOL_VERSION) {
    const error = new VersionNotSupportedError(`A2A ${asked} is not supported. Supported: ${PROTOCOL_VERSION}.`);
    return sent(reply.code(200).send({ jsonrpc: '2.0', id, error: JsonRpcTransportHandler.mapToJSONRPCError(error) }));
  }
  const transport = new JsonRpcTransportHandler(createHandler());
  const answer = await transport.handle(message, new ServerCallContext({ requestedVersion: PROTOCOL_VERSION }));
  if (!(Symbol.asyncIterator in answer)) return sent(reply.code(200).send(withoutReadErrors(answer)));
  const refuse = (error: unknown) => ({
    status: 200,
    body: { jsonrpc: '2.0', id, error: JsonRpcTransportHandler.mapToJSONRPCError(toA2aError(error, log)) },
  });
  return sendEvents(reply, answer, { refuse });
}

/** A client without the version header speaks 0.3, unless it uses a method name of 1.0. */
function versionOf({ headers }: FastifyRequest, { method }: Record<string, unknown>): string {
  const given = headers['a2a-version'];
  if (typeof given === 'string' && given !== '') return given.replace(/^(\d+\.\d+)\..*$/, '$1');
  return typeof method === 'string' && method.includes('/') ? '0.3' : PROTOCOL_VERSION;
}
