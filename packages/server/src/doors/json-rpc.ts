import type { FastifyRequest } from 'fastify';
import { bodyKind, bodyText } from '#http/body.ts';
import { AppError } from '#platform/errors.ts';
import { isJsonObject, JsonError, parseUntrustedJson } from '#platform/json.ts';
import { type RpcError, rpcError } from './rpc-error.ts';

// Requests in JSON-RPC 2.0. What is not one is refused in its own words: clients of a protocol read nothing else.

const PARSE_ERROR = -32700;
export const INVALID_REQUEST = -32600;

export function readRpc(request: FastifyRequest): { message: Record<string, unknown> } | { refusal: RpcError } {
  if (bodyKind(request) !== 'json') throw new AppError('unsupported_media_type', { detail: 'Send this as JSON.' });
  let value: unknown;
  try {
    value = parseUntrustedJson(bodyText(request));
  } catch (error) {
    if (!(error instanceof JsonError)) throw error;
    return { refusal: rpcError(PARSE_ERROR, `The body is not JSON: ${error.message}`) };
  }
  if (Array.isArray(value)) return { refusal: rpcError(INVALID_REQUEST, 'Batches are not taken: send one message.') };
  if (!isJsonObject(value)) return { refusal: rpcError(INVALID_REQUEST, 'A JSON-RPC message is an object.') };
  return { message: value };
}

export const isRpcRequest = ({ jsonrpc, method }: Record<string, unknown>): boolean =>
  jsonrpc === '2.0' && typeof method === 'string';
