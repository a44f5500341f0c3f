import { createTenant, httpRequest, type Lab, runRequest, type Tenant, withDatabase } from '../lab.ts';
import { NUMBER } from '../load.ts';
import { median, ms, type Row } from '../report.ts';

const TARGET = 1.3;

type Door = 'http' | 'mcp2025' | 'mcp2026';

/** Measures the same run through the API and MCP, in turns: what a tool call costs its caller and the machine. */
export async function measureMcp(lab: Lab): Promise<Row[]> {
  const { url, name } = await lab.createDatabase();
  const server = await lab.startServer(url);
  const rows = await withDatabase(url, async (database) => {
    const tenant = await createTenant(database, server.port);
    const doors = {
      http: runRequest(tenant, ''),
      mcp2025: toolCall(tenant, '2025-11-25'),
      mcp2026: toolCall(tenant, '2026-07-28'),
    };
    const names = Object.keys(doors) as Door[];
    const alone: Record<Door, number[]> = { http: [], mcp2025: [], mcp2026: [] };
    const crowded: Record<Door, number[]> = { http: [], mcp2025: [], mcp2026: [] };
    // Short turns, so that other load on the machine affects all.
    const [rounds, calls] = lab.quick ? [1, 30] : [16, 80];
    let from = 1_000_000;
    const measure = async (door: Door, connections: number, total = calls) => {
      from += total;
      const request = doors[door];
      const result = await lab.load({
        ...{ host: '127.0.0.1', port: server.port, connections, requests: [request], total, from },
      });
      if (result.failures > 0) throw new Error(`${door}: ${result.firstFailure}`);
      return result;
    };
    // Warms up each interface, because a cold call costs twice as much.
    for (const door of names) await measure(door, 8, lab.quick ? 30 : 2_000);
    for (let round = 0; round < rounds; round += 1) {
      for (const door of names) {
        alone[door].push(...(await measure(door, 1)).latenciesMs);
        const { seconds, answers } = await measure(door, 8);
        crowded[door].push(answers / seconds);
      }
    }
    return (['mcp2025', 'mcp2026'] as const).flatMap((door) => rowsOf(door, alone, crowded));
  });
  await server.stop();
  await lab.dropDatabase(name);
  return rows;
}

function rowsOf(door: 'mcp2025' | 'mcp2026', alone: Record<Door, number[]>, crowded: Record<Door, number[]>): Row[] {
  const latency = median(alone[door]) / median(alone.http);
  const rate = median(crowded.http) / median(crowded[door]);
  const revision = door === 'mcp2025' ? 'revisions of 2025' : 'revision 2026-07-28';
  return [
    {
      figure: `a job by MCP (${revision}) against one by HTTP, p50`,
      ours: ms(median(alone[door])),
      against: `${ms(median(alone.http))} by HTTP`,
      ratio: latency,
      target: `≤ ${TARGET} ×`,
      met: latency <= TARGET,
    },
    {
      figure: `jobs by MCP (${revision}) against HTTP, 8 callers`,
      ours: `${Math.round(median(crowded[door]))}/s`,
      against: `${Math.round(median(crowded.http))}/s by HTTP`,
      ratio: rate,
    },
  ];
}

/** Builds a tool call as clients send it, which accept JSON and events. */
const toolCall = ({ apiKey }: Tenant, revision: '2025-11-25' | '2026-07-28'): string => {
  const isModern = revision === '2026-07-28';
  const envelope = {
    'io.modelcontextprotocol/protocolVersion': revision,
    'io.modelcontextprotocol/clientInfo': { name: 'bench', version: '1' },
    'io.modelcontextprotocol/clientCapabilities': {},
  };
  const params = { name: 'bench', arguments: { text: NUMBER }, ...(isModern && { _meta: envelope }) };
  return httpRequest('POST', '/mcp/', {
    apiKey,
    headers: {
      accept: 'application/json, text/event-stream',
      'mcp-protocol-version': revision,
      ...(isModern && { 'mcp-method': 'tools/call', 'mcp-name': 'bench' }),
    },
    body: JSON.stringify({ jsonrpc: '2.0', id: 1, method: 'tools/call', params }),
  });
};
