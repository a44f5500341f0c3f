import type { SkillFile, SkillSet } from '@errand/sdk';
import { useParams, useSearch } from '@tanstack/react-router';
import { FOREVER, useRead } from '../../data/queries.ts';
import { keys } from '../../data/query-keys.ts';
import { ErrorCard } from '../../design/error-card.tsx';
import { PageHeader } from '../../design/page-header.tsx';
import { QueryView } from '../../design/query-view.tsx';
import { RoleNeeded } from '../../design/role-needed.tsx';
import { Skeleton } from '../../design/skeleton.tsx';
import { useAccess } from '../../session/access.ts';
import { errand } from '../../session/client.ts';
import { SkillEditor } from './skill-editor.tsx';

export function EditSkillsPage() {
  const { id } = useParams({ from: '/shell/skills/$id/edit' });
  const { version, job } = useSearch({ from: '/shell/skills/$id/edit' });
  const canWrite = useAccess().can('member');
  const set = useRead(keys.skillSet(id), (options) => errand.skills.get(id, options));
  const crumbs = [
    { label: 'Skills', to: '/skills' },
    { label: set.data?.name ?? 'Skill set', to: `/skills/${id}` },
  ];
  return (
    <>
      <PageHeader title={set.data ? `Edit ${set.data.name}` : 'Edit skill set'} crumbs={crumbs} />
      {canWrite ? (
        <QueryView query={set}>
          {(found) => <FromVersion key={version ?? job ?? 'current'} set={found} version={version} job={job} />}
        </QueryView>
      ) : (
        <RoleNeeded what="Writing skills" />
      )}
    </>
  );
}

type FromVersionProps = { set: SkillSet; version: string | undefined; job: string | undefined };

/** Loads the files of a version, or those that a job wrote. */
function FromVersion({ set, version, job }: FromVersionProps) {
  const id = version ?? set.current_version_id ?? set.id;
  const base = useRead(keys.skillVersion(id), (options) => errand.skills.getVersion(id, options), FOREVER);
  const written = useRead(keys.job(job ?? ''), (options) => errand.jobs.get(job ?? '', options), {
    enabled: job !== undefined,
  });
  if (job !== undefined && !written.data)
    return written.isError ? <ErrorCard error={written.error} onRetry={() => void written.refetch()} /> : <Skeleton />;
  const outputs = new Map(written.data?.outputs.map(({ key, value }) => [key, value]));
  return (
    <QueryView query={base}>
      {(data) => (
        <SkillEditor
          set={set}
          baseId={data.id}
          files={readFiles(outputs.get('files')) ?? data.files}
          summary={outputs.get('summary') ?? ''}
        />
      )}
    </QueryView>
  );
}

function readFiles(text: string | undefined): SkillFile[] | undefined {
  try {
    return text === undefined ? undefined : (JSON.parse(text) as SkillFile[]);
  } catch {
    return undefined;
  }
}
