import { PageHeader } from '../../design/page-header.tsx';
import { RoleNeeded } from '../../design/role-needed.tsx';
import { useAccess } from '../../session/access.ts';
import { PlaybookEditor } from './playbook-editor.tsx';

export function NewPlaybookPage() {
  const { can } = useAccess();
  return (
    <>
      <PageHeader title="New playbook" crumbs={[{ label: 'Playbooks', to: '/playbooks' }]} />
      {can('admin') ? <PlaybookEditor /> : <RoleNeeded what="Writing playbooks" needs="admin" />}
    </>
  );
}
