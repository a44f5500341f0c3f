import type { Agent, AgentVersion } from '@errand/sdk';
import { Link } from '@tanstack/react-router';
import { useState } from 'react';
import { Badge } from '../../design/badge.tsx';
import { buttonClass } from '../../design/button.tsx';
import { CopyId } from '../../design/copy.tsx';
import { type Column, DataTable } from '../../design/data-table.tsx';
import { QueryView } from '../../design/query-view.tsx';
import { useAccess } from '../../session/access.ts';
import { useVersions } from '../versions/use-versions.ts';
import { Escalations, FigureChanges, figureColumns, useVersionFigures } from '../versions/version-figures.tsx';
import { CompareVersions, PromoteButton, standingIn } from '../versions/versions-part.tsx';
import { PromoteAgent } from './promote-dialog.tsx';
import { VersionDiff } from './version-diff.tsx';

export function VersionsTab({ agent }: { agent: Agent }) {
  const query = useVersions(agent);
  const [promoting, setPromoting] = useState<AgentVersion>();
  return (
    <QueryView query={query}>
      {(versions) => (
        <div className="flex flex-col gap-5">
          <VersionTable agent={agent} versions={versions} onPromote={setPromoting} />
          <Escalations agentId={agent.id} />
          {versions.length > 1 && <Comparison agent={agent} versions={versions} />}
          {promoting && (
            <PromoteAgent
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

const words = { newer: 'Promote', older: 'Roll back to this' };

type TableProps = { agent: Agent; versions: readonly AgentVersion[]; onPromote(version: AgentVersion): void };

function VersionTable({ agent, versions, onPromote }: TableProps) {
  const canWrite = useAccess().can('member');
  const figures = useVersionFigures(agent.id);
  const standing = standingIn(agent, versions);
  const isCurrent = (version: AgentVersion) => standing(version) === 'current';
  const columns: Column<AgentVersion>[] = [
    {
      header: 'Version',
      className: 'min-w-48 py-1 font-medium',
      cell: (version) => <Name agent={agent} version={version} isCurrent={isCurrent(version)} />,
    },
    { header: 'Id', from: 'xl', cell: ({ id }) => <CopyId id={id} /> },
    {
      header: 'Notes',
      from: 'xl',
      className: 'max-w-96 truncate text-muted',
      dir: 'auto',
      title: ({ description }) => description,
      cell: ({ description }) => description,
    },
    ...figureColumns<AgentVersion>(({ id }) => figures?.get(id)),
    { header: 'By', dir: 'auto', cell: ({ creator }) => creator?.display_name ?? '–' },
    { header: 'Created', className: 'whitespace-nowrap', at: ({ created_at: at }) => at },
    {
      className: 'max-sm:col-span-2',
      actions: (version) =>
        canWrite && (
          <span className="flex justify-end gap-1.5 max-sm:justify-start">
            <Link
              to="/run/$agentId"
              params={{ agentId: agent.id }}
              search={isCurrent(version) ? {} : { version: version.id }}
              aria-label={`Run ${version.version_name}`}
              className={buttonClass('secondary', 'sm')}
            >
              Run
            </Link>
            <PromoteButton standing={standing(version)} words={words} onClick={() => onPromote(version)} />
          </span>
        ),
    },
  ];
  return <DataTable label="Versions" rows={versions} columns={columns} />;
}

type NameProps = { agent: Agent; version: AgentVersion; isCurrent: boolean };

function Name({ agent, version, isCurrent }: NameProps) {
  const { version_name: name, description, post_actions: actions } = version;
  return (
    <>
      <span dir="auto" className="break-words">
        {name}
      </span>{' '}
      {isCurrent && <Badge tone="positive">current</Badge>}
      {/* Shown if there is no room for their columns. */}
      <CopyId id={version.id} className="-ml-1 block font-normal xl:hidden" />
      {description && (
        <span dir="auto" title={description} className="line-clamp-2 text-xs font-normal text-muted xl:hidden">
          {description}
        </span>
      )}
      {actions.length > 0 && (
        <Link
          to="/jobs"
          search={{ agent: agent.id, version: name }}
          title={`Jobs of this version, after which: ${actions.map((action) => action.name).join(', ')}`}
          className="block text-xs font-normal text-accent hover:underline"
        >
          {actions.length} post {actions.length === 1 ? 'action' : 'actions'}
        </Link>
      )}
    </>
  );
}

/** Compares the current version with the one before, unless the address names others. */
function Comparison({ agent, versions }: { agent: Agent; versions: readonly AgentVersion[] }) {
  const figures = useVersionFigures(agent.id);
  const find = (id: string) => versions.find((version) => version.id === id) ?? versions[0]!;
  const to = find(agent.current_version_id);
  const from = versions[versions.indexOf(to) + 1] ?? versions[versions.indexOf(to) - 1]!;
  return (
    <CompareVersions owner={agent} versions={versions} usual={{ from: from.id, to: to.id }}>
      {(before, after) => (
        <>
          <FigureChanges from={before} to={after} figures={figures} />
          <VersionDiff from={find(before)} to={find(after)} />
        </>
      )}
    </CompareVersions>
  );
}
