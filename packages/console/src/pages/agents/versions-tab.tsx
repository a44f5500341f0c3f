import type { Agent, AgentVersion } from '@errand/sdk';
import { Link, useNavigate, useSearch } from '@tanstack/react-router';
import { useState } from 'react';
import { Badge } from '../../design/badge.tsx';
import { Button, buttonClass } from '../../design/button.tsx';
import { Card } from '../../design/card.tsx';
import { CopyId } from '../../design/copy.tsx';
import { QueryView } from '../../design/query-view.tsx';
import { RelativeTime } from '../../design/relative-time.tsx';
import { Table, Td, Th, Tr } from '../../design/table.tsx';
import { VersionPair } from '../../design/version-pair.tsx';
import { useAccess } from '../../session/access.ts';
import { useVersions } from '../versions/use-versions.ts';
import { FigureCells, FigureChanges, useVersionFigures } from '../versions/version-figures.tsx';
import { PromoteDialog } from './promote-dialog.tsx';
import { VersionDiff } from './version-diff.tsx';

export function VersionsTab({ agent }: { agent: Agent }) {
  const query = useVersions(agent);
  const [promoting, setPromoting] = useState<AgentVersion>();
  return (
    <QueryView query={query}>
      {(versions) => (
        <div className="flex flex-col gap-5">
          <VersionTable agent={agent} versions={versions} onPromote={setPromoting} />
          {versions.length > 1 && <Comparison agent={agent} versions={versions} />}
          {promoting && (
            <PromoteDialog
              agent={agent}
              version={promoting}
              current={versions.find(({ id }) => id === agent.current_version_id)}
              onClose={() => setPromoting(undefined)}
            />
          )}
        </div>
      )}
    </QueryView>
  );
}

type TableProps = { agent: Agent; versions: readonly AgentVersion[]; onPromote(version: AgentVersion): void };

function VersionTable({ agent, versions, onPromote }: TableProps) {
  const { can } = useAccess();
  const figures = useVersionFigures(agent.id);
  const current = versions.findIndex(({ id }) => id === agent.current_version_id);
  return (
    <Table label="Versions">
      <thead>
        <tr>
          <Th>Version</Th>
          <Th className="max-xl:hidden">Id</Th>
          <Th className="max-xl:hidden">Notes</Th>
          <Th numeric>Jobs, 30 days</Th>
          <Th numeric>Succeeded</Th>
          <Th numeric>p95</Th>
          <Th numeric>Cost per job</Th>
          <Th>By</Th>
          <Th>Created</Th>
          <Th>
            <span className="sr-only">Actions</span>
          </Th>
        </tr>
      </thead>
      <tbody>
        {versions.map((version, index) => (
          <Tr key={version.id}>
            <Td className="min-w-48 py-1 font-medium">
              <span dir="auto" className="break-words">
                {version.version_name}
              </span>{' '}
              {index === current && <Badge tone="accent">current</Badge>}
              {/* Shown if there is no room for their columns. */}
              <CopyId id={version.id} className="-ml-1 block font-normal xl:hidden" />
              {version.description && (
                <span
                  dir="auto"
                  title={version.description}
                  className="line-clamp-2 text-xs font-normal text-muted xl:hidden"
                >
                  {version.description}
                </span>
              )}
              {version.post_actions.length > 0 && (
                <Link
                  to="/jobs"
                  search={{ agent: agent.id, version: version.version_name }}
                  title={`Jobs of this version, after which: ${version.post_actions.map(({ name }) => name).join(', ')}`}
                  className="block text-xs font-normal text-accent hover:underline"
                >
                  {version.post_actions.length} post {version.post_actions.length === 1 ? 'action' : 'actions'}
                </Link>
              )}
            </Td>
            <Td className="max-xl:hidden">
              <CopyId id={version.id} />
            </Td>
            <Td dir="auto" title={version.description} className="max-w-96 truncate text-muted max-xl:hidden">
              {version.description}
            </Td>
            <FigureCells figures={figures?.get(version.id)} />
            <Td dir="auto">{version.creator?.display_name ?? '–'}</Td>
            <Td className="whitespace-nowrap">
              <RelativeTime at={version.created_at} />
            </Td>
            <Td className="max-sm:col-span-2">
              <span className="flex justify-end gap-1.5 max-sm:justify-start">
                {can('member') && (
                  <Link
                    to="/run/$agentId"
                    params={{ agentId: agent.id }}
                    search={index === current ? {} : { version: version.id }}
                    aria-label={`Run ${version.version_name}`}
                    className={buttonClass('secondary', 'sm')}
                  >
                    Run
                  </Link>
                )}
                {index !== current && can('member') && (
                  <Button size="sm" onClick={() => onPromote(version)}>
                    {index > current ? 'Roll back to this' : 'Promote'}
                  </Button>
                )}
              </span>
            </Td>
          </Tr>
        ))}
      </tbody>
    </Table>
  );
}

/** The pair is in the URL, so that a comparison can be shared. */
function Comparison({ agent, versions }: { agent: Agent; versions: readonly AgentVersion[] }) {
  const search = useSearch({ from: '/shell/agents/$id' });
  const figures = useVersionFigures(agent.id);
  const navigate = useNavigate();
  const find = (id: string | undefined) => versions.find((version) => version.id === id);
  const to = find(search.to) ?? find(agent.current_version_id) ?? versions[0]!;
  const from = find(search.from) ?? versions[versions.indexOf(to) + 1] ?? versions[versions.indexOf(to) - 1]!;
  const options = versions.map(({ id, version_name }, index) => ({
    value: id,
    label: `${version_name} (${versions.length - index})`,
  }));
  const choose = (pair: { from: string; to: string }) =>
    void navigate({ to: '.', search: { ...search, ...pair }, replace: true });
  return (
    <Card title="Compare">
      <div className="mb-4">
        <VersionPair from={from.id} to={to.id} options={options} onChange={choose} />
      </div>
      <FigureChanges from={from.id} to={to.id} figures={figures} />
      <VersionDiff from={from} to={to} />
    </Card>
  );
}
