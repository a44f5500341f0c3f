import {
  isJSONRPCNotification,
  isJSONRPCRequest,
  PerRequestHTTPServerTransport,
  type Server,
  SUPPORTED_PROTOCOL_VERSIONS,
} from '@modelcontextprotocol/server';
import { rpcError, rpcId } from '../rpc-error.ts';

// Serves the revisions of 2025 with one server per exchange, as for 2026-07-28. The library would answer them with an
// event stream even for a single event, which made up half the cost of a call.

/** A client that disconnects does not cancel its call, because in these revisions it may come back. */
export async function serveLegacy(
  server: Server,
  message: Record<string, unknown>,
  revision: string | undefined,
): Promise<Response> {
  if (revision !== undefined && message.method !== 'initialize' && !SUPPORTED_PROTOCOL_VERSIONS.includes(revision)) {
    const known = SUPPORTED_PROTOCOL_VERSIONS.join(', ');
    return Response.json(
      rpcError(-32000, `Revision ${revision} is not supported. Supported: ${known}.`, rpcId(message)),
      {
        status: 400,
      },
    );
  }
  // This server never sends requests to clients of these revisions, so their responses are ignored.
  if (!isJSONRPCRequest(message) && !isJSONRPCNotification(message)) return new Response(null, { status: 202 });
  const transport = new PerRequestHTTPServerTransport({ classification: { era: 'legacy' } });
  await server.connect(transport);
  const response = await transport.handleMessage(message);
  if (response.status < 400) return response;
  // Errors of the call are in the message. A 404 would tell these clients that their session has ended.
  return new Response(response.body, { headers: response.headers });
}
