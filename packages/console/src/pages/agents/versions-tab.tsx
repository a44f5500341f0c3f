import type { Agent } from '@errand/sdk/agents.ts';
import type { AgentVersion } from '@errand/sdk/versions.ts';
import { useQuery } from '@tanstack/react-query';
import { Link, useNavigate, useSearch } from '@tanstack/react-router';
import { useState } from 'react';
import { Badge } from '../../design/badge.tsx';
import { Button, buttonClass } from '../../design/button.tsx';
import { Card } from '../../design/card.tsx';
import { CopyId } from '../../design/copy.tsx';
import { QueryView } from '../../design/query-view.tsx';
import { RelativeTime } from '../../design/relative-time.tsx';
import { Select } from '../../design/select.tsx';
import { Table, Td, Th, Tr } from '../../design/table.tsx';
import { keys } from '../../query-keys.ts';
import { useAccess } from '../../session/access.ts';
import { errand } from '../../session/client.ts';
import { PromoteDialog } from './promote-dialog.tsx';
import { VersionDiff } from './version-diff.tsx';

export const useVersions = (agentId: string) =>
  useQuery({
    queryKey: keys.versions(agentId, { page_size: 100 }),
    queryFn: ({ signal }) => errand.versions.list(agentId, { page_size: 100 }, signal),
  });

export function VersionsTab({ agent }: { agent: Agent }) {
  const query = useVersions(agent.id);
  const [promoting, setPromoting] = useState<AgentVersion>();
  return (
    <QueryView query={query}>
      {({ results: versions }) => (
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
  const current = versions.findIndex(({ id }) => id === agent.current_version_id);
  return (
    <Table label="Versions">
      <thead>
        <tr>
          <Th>Version</Th>
          <Th>Id</Th>
          <Th>Notes</Th>
          <Th>By</Th>
          <Th>Made</Th>
          <Th>
            <span className="sr-only">Actions</span>
          </Th>
        </tr>
      </thead>
      <tbody>
        {versions.map((version, index) => (
          <Tr key={version.id}>
            <Td className="font-medium">
              <span dir="auto">{version.version_name}</span> {index === current && <Badge tone="accent">current</Badge>}
            </Td>
            <Td>
              <CopyId id={version.id} />
            </Td>
            <Td dir="auto" className="max-w-96 truncate text-muted">
              {version.description}
            </Td>
            <Td dir="auto">{version.creator?.display_name ?? '–'}</Td>
            <Td>
              <RelativeTime at={version.created_at} />
            </Td>
            <Td>
              <span className="flex justify-end gap-1.5">
                <Link
                  to="/run/$agentId"
                  params={{ agentId: agent.id }}
                  search={index === current ? {} : { version: version.id }}
                  aria-label={`Run ${version.version_name}`}
                  className={buttonClass('secondary', 'sm')}
                >
                  Run
                </Link>
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

/** The pair is in the URL, so that a difference can be sent to somebody. */
function Comparison({ agent, versions }: { agent: Agent; versions: readonly AgentVersion[] }) {
  const search = useSearch({ from: '/shell/agents/$id' });
  const navigate = useNavigate();
  const find = (id: string | undefined) => versions.find((version) => version.id === id);
  const to = find(search.to) ?? find(agent.current_version_id) ?? versions[0]!;
  const from = find(search.from) ?? versions[versions.indexOf(to) + 1] ?? versions[versions.indexOf(to) - 1]!;
  const options = versions.map(({ id, version_name }, index) => ({
    value: id,
    label: `${version_name} (${versions.length - index})`,
  }));
  const choose = (part: { from?: string; to?: string }) =>
    void navigate({ to: '.', search: { ...search, from: from.id, to: to.id, ...part }, replace: true });
  return (
    <Card title="Compare">
      <div className="mb-4 flex flex-wrap items-center gap-2">
        <Select
          label="From version"
          className="w-56!"
          value={from.id}
          options={options}
          onChange={(id) => choose({ from: id })}
        />
        <span aria-hidden>→</span>
        <Select
          label="To version"
          className="w-56!"
          value={to.id}
          options={options}
          onChange={(id) => choose({ to: id })}
        />
        <Button variant="quiet" onClick={() => choose({ from: to.id, to: from.id })}>
          Swap
        </Button>
      </div>
      <VersionDiff from={from} to={to} />
    </Card>
  );
}
