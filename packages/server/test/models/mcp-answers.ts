// What the MCP servers of the tests answer: three tools, of which one fails and one never ends.

const tools = [
  {
    name: 'weather',
    description: 'The weather of a city.',
    inputSchema: { type: 'object', properties: { city: { type: 'string' } }, required: ['city'] },
  },
  { name: 'fail', description: 'Fails.', inputSchema: { type: 'object' } },
  { name: 'wait', description: 'Waits for ever.', inputSchema: { type: 'object' } },
];

/** The answer to a message; undefined: there is none. */
export function answerMessage({ id, method, params }: any, station: string | undefined): unknown {
  if (id === undefined || (method === 'tools/call' && params.name === 'wait')) return undefined;
  const result = resultOf(method, params, station);
  return { jsonrpc: '2.0', id, ...(result ? { result } : { error: { code: -32601, message: `no ${method}` } }) };
}

function resultOf(method: string, params: any, station: string | undefined): unknown {
  if (method === 'initialize') {
    return {
      protocolVersion: params.protocolVersion,
      capabilities: { tools: {} },
      serverInfo: { name: 'test', version: '1' },
    };
  }
  if (method === 'tools/list') return { tools };
  if (method !== 'tools/call') return undefined;
  if (params.name === 'fail') return { isError: true, content: [{ type: 'text', text: 'It rains too much.' }] };
  return { content: [{ type: 'text', text: `Sunny in ${params.arguments.city}, says ${station}.` }] };
}
