import type { Agent } from '@errand/sdk';
import { Link, useNavigate, useParams, useSearch } from '@tanstack/react-router';
import { Pencil, Play } from 'lucide-react';
import { useRead } from '../../data/queries.ts';
import { keys } from '../../data/query-keys.ts';
import { buttonClass } from '../../design/button.tsx';
import { CodeTabs } from '../../design/code-block.tsx';
import { PageHeader } from '../../design/page-header.tsx';
import { QueryView } from '../../design/query-view.tsx';
import { Tabs } from '../../design/tabs.tsx';
import { Warnings } from '../../design/warnings.tsx';
import { useAccess } from '../../session/access.ts';
import { errand } from '../../session/client.ts';
import { OpenPromotion } from '../gates/open-promotion.tsx';
import { useVersions } from '../versions/use-versions.ts';
import { AgentMenu } from './agent-menu.tsx';
import { codeSamples } from './code-samples.ts';
import { OverviewTab } from './overview-tab.tsx';
import { ReviewsTab } from './reviews-tab.tsx';
import { SettingsTab } from './settings-tab.tsx';
import { VersionsTab } from './versions-tab.tsx';

export function AgentPage() {
  const { id } = useParams({ from: '/shell/agents/$id' });
  const search = useSearch({ from: '/shell/agents/$id' });
  const navigate = useNavigate();
  const { can } = useAccess();
  const query = useRead(keys.agent(id), (options) => errand.agents.get(id, options));
  return (
    <QueryView query={query}>
      {(agent) => (
        <>
          <PageHeader
            title={agent.name}
            id={agent.id}
            crumbs={[{ label: 'Agents', to: '/agents' }]}
            description={
              <>
                {agent.engine_name} <span className="font-mono text-code text-faint">{agent.engine_class_id}</span>
              </>
            }
            actions={
              <>
                {can('member') && (
                  <>
                    <Link to="/run/$agentId" params={{ agentId: agent.id }} className={buttonClass('primary')}>
                      <Play size={14} aria-hidden /> Run
                    </Link>
                    <Link to="/agents/$id/edit" params={{ id: agent.id }} className={buttonClass()}>
                      <Pencil size={14} aria-hidden /> New version
                    </Link>
                  </>
                )}
                <AgentMenu agent={agent} />
              </>
            }
          />
          <Warnings title="Warnings about the current version" items={agent.config_warnings} />
          <OpenPromotion owner={{ kind: 'agent', id: agent.id }} />
          <Tabs
            label="Agent"
            value={search.tab ?? 'overview'}
            onChange={(tab) =>
              void navigate({ to: '.', search: { ...search, tab: tab === 'overview' ? undefined : tab } })
            }
            tabs={[
              { value: 'overview', label: 'Overview', content: <OverviewTab agent={agent} /> },
              { value: 'versions', label: 'Versions', content: <VersionsTab agent={agent} /> },
              { value: 'reviews', label: 'Reviews', content: <ReviewsTab agent={agent} /> },
              { value: 'code', label: 'Code', content: <CodeTab agent={agent} /> },
              { value: 'settings', label: 'Settings', content: <SettingsTab agent={agent} /> },
            ]}
          />
        </>
      )}
    </QueryView>
  );
}

function CodeTab({ agent }: { agent: Agent }) {
  const versions = useVersions(agent);
  const current = versions.data?.find((version) => version.id === agent.current_version_id);
  return current && <CodeTabs samples={codeSamples(agent, current, location.origin)} />;
}
