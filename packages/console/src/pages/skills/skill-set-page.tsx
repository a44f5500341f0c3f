import type { SkillSet } from '@errand/sdk';
import { keepPreviousData, useQuery, useQueryClient } from '@tanstack/react-query';
import { Link, useNavigate, useParams, useSearch } from '@tanstack/react-router';
import { Ellipsis, Pencil } from 'lucide-react';
import { type ReactNode, useState } from 'react';
import { keys } from '../../data/query-keys.ts';
import { Badge } from '../../design/badge.tsx';
import { Button, buttonClass, IconButton } from '../../design/button.tsx';
import { ConfirmDialog } from '../../design/dialog.tsx';
import { ErrorCard } from '../../design/error-card.tsx';
import { Menu } from '../../design/menu.tsx';
import { PageHeader } from '../../design/page-header.tsx';
import { QueryView } from '../../design/query-view.tsx';
import { Skeleton } from '../../design/skeleton.tsx';
import { Tabs } from '../../design/tabs.tsx';
import { showError, showToast } from '../../design/toast.tsx';
import { useAccess } from '../../session/access.ts';
import { errand } from '../../session/client.ts';
import { GenerateDialog } from './generate-dialog.tsx';
import { GenerationCard } from './generation-card.tsx';
import { SkillAgents } from './skill-agents.tsx';
import { SkillFiles } from './skill-files.tsx';
import type { SkillTab } from './skill-search.ts';
import { SkillVersions } from './skill-versions.tsx';

export function SkillSetPage() {
  const { id } = useParams({ from: '/shell/skills/$id' });
  const set = useQuery({ queryKey: keys.skillSet(id), queryFn: ({ signal }) => errand.skills.get(id, { signal }) });
  if (set.data) return <SkillSetView key={id} set={set.data} />;
  return <Loading id={id}>{set.isError && <ErrorCard error={set.error} onRetry={() => void set.refetch()} />}</Loading>;
}

const Loading = ({ id, children }: { id: string; children?: ReactNode }) => (
  <>
    <PageHeader title="Skill set" id={id} crumbs={[{ label: 'Skills', to: '/skills' }]} />
    {children || <Skeleton />}
  </>
);

function SkillSetView({ set }: { set: SkillSet }) {
  const { tab = 'files', version: wanted, file } = useSearch({ from: '/shell/skills/$id' });
  const navigate = useNavigate({ from: '/skills/$id' });
  const queryClient = useQueryClient();
  const canWrite = useAccess().can('member');
  const [dialog, setDialog] = useState<'delete' | 'generate'>();
  const versionId = wanted ?? set.current_version_id ?? set.id;
  const version = useQuery({
    queryKey: keys.skillVersion(versionId),
    queryFn: ({ signal }) => errand.skills.getVersion(versionId, { signal }),
    staleTime: Number.POSITIVE_INFINITY,
    placeholderData: keepPreviousData,
  });
  if (version.isPending) return <Loading id={set.id} />;
  const isCurrent = versionId === set.current_version_id;
  return (
    <>
      <PageHeader
        title={set.name}
        id={set.id}
        crumbs={[{ label: 'Skills', to: '/skills' }]}
        badge={
          version.data && (
            <Badge tone={isCurrent ? 'positive' : 'warning'}>
              <bdi>{version.data.version_name}</bdi>
              {isCurrent ? ' · current' : ' · not current'}
            </Badge>
          )
        }
        {...(set.description && { description: <bdi>{set.description}</bdi> })}
        actions={
          canWrite && (
            <>
              <Button onClick={() => setDialog('generate')}>Generate…</Button>
              <Link
                to="/skills/$id/edit"
                params={{ id: set.id }}
                search={{ version: wanted }}
                className={buttonClass('primary')}
              >
                <Pencil size={14} aria-hidden />
                Edit as a new version
              </Link>
              <Menu
                trigger={<IconButton label="More actions" icon={<Ellipsis size={16} aria-hidden />} />}
                items={[{ label: 'Delete skill set…', danger: true, onSelect: () => setDialog('delete') }]}
              />
            </>
          )
        }
      />
      <GenerationCard set={set} canWrite={canWrite} />
      <Tabs
        label="Parts of the skill set"
        value={tab}
        onChange={(next: SkillTab) => void navigate({ search: (before) => ({ ...before, tab: next }), replace: true })}
        tabs={[
          {
            value: 'files',
            label: 'Files',
            content: (
              <QueryView query={version}>
                {(data) => (
                  <SkillFiles
                    files={data.files}
                    chosen={file}
                    onChoose={(path) =>
                      void navigate({ search: (before) => ({ ...before, file: path }), replace: true })
                    }
                  />
                )}
              </QueryView>
            ),
          },
          { value: 'versions', label: 'Versions', content: <SkillVersions set={set} canWrite={canWrite} /> },
          { value: 'agents', label: 'Agents', content: <SkillAgents setId={set.id} /> },
        ]}
      />
      {dialog === 'generate' && <GenerateDialog set={set} onClose={() => setDialog(undefined)} />}
      <ConfirmDialog
        open={dialog === 'delete'}
        onClose={() => setDialog(undefined)}
        title={`Delete ${set.name}?`}
        description="All its versions and files are deleted. A skill set that agent versions use cannot be deleted."
        action="Delete skill set"
        danger
        onConfirm={async () => {
          await errand.skills.delete(set.id).catch((error: unknown) => {
            showError(error, 'The skill set was not deleted');
            void navigate({ search: { tab: 'agents' } });
            throw error;
          });
          showToast('Skill set deleted');
          await queryClient.invalidateQueries({ queryKey: keys.skillSets() });
          await navigate({ to: '/skills' });
        }}
      />
    </>
  );
}
