import {
  isJSONRPCNotification,
  isJSONRPCRequest,
  PerRequestHTTPServerTransport,
  type Server,
  SUPPORTED_PROTOCOL_VERSIONS,
} from '@modelcontextprotocol/server';
import { rpcError, rpcId } from '../rpc-error.ts';

// The revisions of 2025, one exchange a server, as for 2026-07-28. The library's own way for them answers with an event
// stream even where there is one event, which cost half of what a call cost.

/** A client that goes away does not cancel its call: these revisions say that it may come back. */
export async function serveLegacy(
  server: Server,
  message: Record<string, unknown>,
  revision: string | undefined,
): Promise<Response> {
  if (revision !== undefined && message.method !== 'initialize' && !SUPPORTED_PROTOCOL_VERSIONS.includes(revision)) {
    const known = SUPPORTED_PROTOCOL_VERSIONS.join(', ');
    return Response.json(
      rpcError(-32000, `The revision ${revision} is not known here, but ${known}.`, rpcId(message)),
      {
        status: 400,
      },
    );
  }
  // A client answers only what it was asked, and these revisions are never asked.
  if (!isJSONRPCRequest(message) && !isJSONRPCNotification(message)) return new Response(null, { status: 202 });
  const transport = new PerRequestHTTPServerTransport({ classification: { era: 'legacy' } });
  await server.connect(transport);
  const response = await transport.handleMessage(message);
  if (response.status < 400) return response;
  // Errors of the call are in the message. 404 would tell these clients that their session is over.
  return new Response(response.body, { headers: response.headers });
}
