import { useRead } from '../../data/queries.ts';
import { keys } from '../../data/query-keys.ts';
import { Card, Facts } from '../../design/card.tsx';
import { QueryView } from '../../design/query-view.tsx';
import { errand } from '../../session/client.ts';

/** Shows where else the agent can be called: as an MCP tool, and by other agents. */
export function AgentDoors({ agentId }: { agentId: string }) {
  const doors = useRead(keys.agentDoors(agentId), (options) => errand.doors.get(agentId, options));
  return (
    <Card title="Endpoints">
      <QueryView query={doors} rows={3}>
        {({ mcp, a2a }) => (
          <Facts
            facts={[
              ['MCP tool', <Address key="t" text={mcp.tool} />],
              ['MCP server', <Address key="m" text={mcp.url} />],
              ['A2A agent card', <Address key="c" text={a2a.card_url} />],
              ['Card access', a2a.is_public ? 'Public' : 'API key or sign-in needed'],
            ]}
          />
        )}
      </QueryView>
    </Card>
  );
}

const Address = ({ text }: { text: string }) => <code className="break-all text-code">{text}</code>;
