// An MCP server over standard input and output, with two tools. For tests.
import { createInterface } from 'node:readline';

const tools = [
  {
    name: 'weather',
    description: 'The weather of a city.',
    inputSchema: { type: 'object', properties: { city: { type: 'string' } }, required: ['city'] },
  },
  { name: 'fail', description: 'Fails.', inputSchema: { type: 'object' } },
];

createInterface(process.stdin).on('line', (line) => {
  const { id, method, params } = JSON.parse(line);
  if (id === undefined) return;
  const result = answer(method, params);
  const body = result ? { result } : { error: { code: -32601, message: `no ${method}` } };
  process.stdout.write(`${JSON.stringify({ jsonrpc: '2.0', id, ...body })}\n`);
});

function answer(method: string, params: any): unknown {
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
  const text = `Sunny in ${params.arguments.city}, says ${process.env.WEATHER_STATION}.`;
  return { content: [{ type: 'text', text }] };
}
