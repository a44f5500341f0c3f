import type { Playbook } from '@errand/sdk';
import { useParams, useSearch } from '@tanstack/react-router';
import { FOREVER, useRead } from '../../data/queries.ts';
import { keys } from '../../data/query-keys.ts';
import { PageHeader } from '../../design/page-header.tsx';
import { QueryView } from '../../design/query-view.tsx';
import { RoleNeeded } from '../../design/role-needed.tsx';
import { useAccess } from '../../session/access.ts';
import { errand } from '../../session/client.ts';
import { PlaybookEditor } from './playbook-editor.tsx';

export function EditPlaybookPage() {
  const { can } = useAccess();
  const { id } = useParams({ from: '/shell/playbooks/$id/edit' });
  const { version } = useSearch({ from: '/shell/playbooks/$id/edit' });
  const playbook = useRead(keys.playbook(id), (options) => errand.playbooks.get(id, options));
  const crumbs = [
    { label: 'Playbooks', to: '/playbooks' },
    { label: playbook.data?.name ?? 'Playbook', to: `/playbooks/${id}` },
  ];
  return (
    <>
      <PageHeader title={playbook.data ? `Edit ${playbook.data.name}` : 'Edit playbook'} crumbs={crumbs} />
      {can('admin') ? (
        <QueryView query={playbook}>
          {(found) => <FromVersion key={version ?? 'current'} playbook={found} version={version} />}
        </QueryView>
      ) : (
        <RoleNeeded what="Writing playbooks" needs="admin" />
      )}
    </>
  );
}

function FromVersion({ playbook, version }: { playbook: Playbook; version: string | undefined }) {
  const id = version ?? playbook.current_version_id;
  const base = useRead(
    keys.playbookVersion(playbook.id, id),
    (options) => errand.playbooks.getVersion(playbook.id, id, options),
    FOREVER,
  );
  return (
    <QueryView query={base}>
      {({ id: baseId, content }) => (
        <PlaybookEditor key={baseId} playbook={playbook} content={content} baseId={baseId} />
      )}
    </QueryView>
  );
}
