import type { FastifyRequest } from 'fastify';
import { bodyKind, jsonValue } from '#http/body.ts';
import { AppError } from '#platform/errors.ts';
import { isJsonObject, JsonError } from '#platform/json.ts';
import { type RpcError, rpcError } from './rpc-error.ts';

// Reads JSON-RPC 2.0 requests. Refusals are JSON-RPC errors too, because clients understand nothing else.

const PARSE_ERROR = -32700;
export const INVALID_REQUEST = -32600;

export function readRpc(request: FastifyRequest): { message: Record<string, unknown> } | { refusal: RpcError } {
  if (bodyKind(request) !== 'json')
    throw new AppError('unsupported_media_type', { detail: 'The content type must be application/json.' });
  let value: unknown;
  try {
    value = jsonValue(request);
  } catch (error) {
    if (!(error instanceof JsonError)) throw error;
    return { refusal: rpcError(PARSE_ERROR, `The body is not valid JSON: ${error.message}`) };
  }
  if (Array.isArray(value))
    return { refusal: rpcError(INVALID_REQUEST, 'Batches are not supported. Send one message per request.') };
  if (!isJsonObject(value)) return { refusal: rpcError(INVALID_REQUEST, 'A JSON-RPC message must be an object.') };
  return { message: value };
}

export const isRpcRequest = ({ jsonrpc, method }: Record<string, unknown>): boolean =>
  jsonrpc === '2.0' && typeof method === 'string';
