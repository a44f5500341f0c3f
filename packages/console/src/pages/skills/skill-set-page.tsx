import type { SkillSet, SkillVersion } from '@errand/sdk';
import { keepPreviousData, type UseQueryResult } from '@tanstack/react-query';
import { useNavigate, useParams, useSearch } from '@tanstack/react-router';
import { useState } from 'react';
import { FOREVER, reload, useRead } from '../../data/queries.ts';
import { keys } from '../../data/query-keys.ts';
import { Button } from '../../design/button.tsx';
import { DeleteDialog } from '../../design/dialog.tsx';
import { EmptyState } from '../../design/empty-state.tsx';
import { QueryPage, QueryView } from '../../design/query-view.tsx';
import { Tabs } from '../../design/tabs.tsx';
import { useAccess } from '../../session/access.ts';
import { errand } from '../../session/client.ts';
import { DependentAgents } from '../versions/dependent-agents.tsx';
import { VersionedHeader } from '../versions/versioned-header.tsx';
import { GenerateDialog } from './generate-dialog.tsx';
import { GenerationCard } from './generation-card.tsx';
import { SkillFiles } from './skill-files.tsx';
import type { SkillTab } from './skill-search.ts';
import { SkillVersions } from './skill-versions.tsx';

const crumbs = [{ label: 'Skills', to: '/skills' }];

export function SkillSetPage() {
  const { id } = useParams({ from: '/shell/skills/$id' });
  const { version: wanted } = useSearch({ from: '/shell/skills/$id' });
  const set = useRead(keys.skillSet(id), (options) => errand.skills.get(id, options));
  const versionId = wanted ?? set.data?.current_version_id ?? id;
  const version = useRead(keys.skillVersion(versionId), (options) => errand.skills.getVersion(versionId, options), {
    ...FOREVER,
    enabled: set.data !== undefined,
    placeholderData: keepPreviousData,
  });
  return (
    <QueryPage query={set} isReady={!version.isPending} title="Skill set" id={id} crumbs={crumbs}>
      {(found) => <SkillSetView key={id} set={found} version={version} />}
    </QueryPage>
  );
}

type SkillSetViewProps = { set: SkillSet; version: UseQueryResult<SkillVersion> };

function SkillSetView({ set, version }: SkillSetViewProps) {
  const { tab = 'files', version: wanted, file } = useSearch({ from: '/shell/skills/$id' });
  const navigate = useNavigate({ from: '/skills/$id' });
  const canWrite = useAccess().can('member');
  const [dialog, setDialog] = useState<'delete' | 'generate'>();
  const choose = (change: { file: string } | { tab: SkillTab }) =>
    void navigate({ search: (before) => ({ ...before, ...change }), replace: true });
  return (
    <>
      <VersionedHeader
        owner={set}
        crumbs={crumbs}
        version={version.data}
        editPath={`/skills/${set.id}/edit`}
        wanted={wanted}
        canWrite={canWrite}
        actions={<Button onClick={() => setDialog('generate')}>Generate…</Button>}
        menu={[{ label: 'Delete skill set…', danger: true, onSelect: () => setDialog('delete') }]}
      />
      <GenerationCard set={set} canWrite={canWrite} />
      <Tabs
        label="Parts of the skill set"
        value={tab}
        onChange={(next: SkillTab) => choose({ tab: next })}
        tabs={[
          {
            value: 'files',
            label: 'Files',
            content: (
              <QueryView query={version}>
                {({ files }) => <SkillFiles files={files} chosen={file} onChoose={(path) => choose({ file: path })} />}
              </QueryView>
            ),
          },
          { value: 'versions', label: 'Versions', content: <SkillVersions set={set} canWrite={canWrite} /> },
          { value: 'agents', label: 'Agents', content: <Agents setId={set.id} /> },
        ]}
      />
      {dialog === 'generate' && <GenerateDialog set={set} onClose={() => setDialog(undefined)} />}
      <DeleteDialog
        open={dialog === 'delete'}
        onClose={() => setDialog(undefined)}
        what="skill set"
        name={set.name}
        description="All its versions and files are deleted. A skill set that agent versions use cannot be deleted."
        onDelete={() => errand.skills.delete(set.id)}
        onFailed={() => navigate({ search: { tab: 'agents' } })}
        onDone={async () => {
          await reload(keys.skillSets());
          await navigate({ to: '/skills' });
        }}
      />
    </>
  );
}

const Agents = ({ setId }: { setId: string }) => (
  <DependentAgents
    query={useRead(keys.skillAgents(setId), (options) => errand.skills.dependents(setId, options))}
    empty={
      <EmptyState title="No agent uses this skill set">
        Add it to an agent's configuration as <code>skill_set_id</code>. Its next job reads the current version.
      </EmptyState>
    }
  />
);
