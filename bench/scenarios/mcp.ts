import { createTenant, httpRequest, type Lab, runRequest, type Tenant, withDatabase } from '../lab.ts';
import { NUMBER } from '../load.ts';
import { median, ms, type Row } from '../report.ts';

const TARGET = 1.3;

/** The same run through two doors, in turns: what a tool call costs its caller, and what it costs the machine. */
export async function measureMcp(lab: Lab): Promise<Row[]> {
  const { url, name } = await lab.createDatabase();
  const server = await lab.startServer(url);
  const rows = await withDatabase(url, async (database) => {
    const tenant = await createTenant(database, server.port);
    const doors = { http: runRequest(tenant, ''), mcp: toolCall(tenant) };
    const alone: Record<keyof typeof doors, number[]> = { http: [], mcp: [] };
    const crowded: Record<keyof typeof doors, number[]> = { http: [], mcp: [] };
    const calls = lab.quick ? 30 : 400;
    let from = 1_000_000;
    const measure = async (request: string, connections: number) => {
      from += calls;
      return lab.load({ host: '127.0.0.1', port: server.port, connections, requests: [request], total: calls, from });
    };
    for (const request of Object.values(doors)) await measure(request, 1);
    for (let round = 0; round < (lab.quick ? 1 : 4); round += 1) {
      for (const door of ['http', 'mcp'] as const) {
        alone[door].push(...(await measure(doors[door], 1)).latenciesMs);
        const { seconds, answers } = await measure(doors[door], 8);
        crowded[door].push(answers / seconds);
      }
    }
    const latency = median(alone.mcp) / median(alone.http);
    const rate = median(crowded.http) / median(crowded.mcp);
    return [
      {
        figure: 'a job by MCP against one by HTTP, p50',
        ours: ms(median(alone.mcp)),
        against: `${ms(median(alone.http))} by HTTP`,
        ratio: latency,
        target: `≤ ${TARGET} ×`,
        met: latency <= TARGET,
      },
      {
        figure: 'jobs by MCP against HTTP, 8 callers',
        ours: `${Math.round(median(crowded.mcp))}/s`,
        against: `${Math.round(median(crowded.http))}/s by HTTP`,
        ratio: rate,
      },
    ];
  });
  await server.stop();
  await lab.dropDatabase(name);
  return rows;
}

const toolCall = ({ apiKey }: Tenant): string => {
  const params = { name: 'bench', arguments: { text: NUMBER } };
  return httpRequest('POST', '/mcp/', {
    apiKey,
    body: JSON.stringify({ jsonrpc: '2.0', id: 1, method: 'tools/call', params }),
  });
};
