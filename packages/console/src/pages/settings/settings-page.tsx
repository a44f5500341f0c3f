import { EmptyState } from '../../design/empty-state.tsx';
import { PageHeader } from '../../design/page-header.tsx';

export function SettingsPage() {
  return (
    <>
      <PageHeader title="Settings" />
      <EmptyState title="Not here yet">API keys, members and roles, audit log.</EmptyState>
    </>
  );
}
