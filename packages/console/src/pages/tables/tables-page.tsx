import { EmptyState } from '../../design/empty-state.tsx';
import { PageHeader } from '../../design/page-header.tsx';

export function TablesPage() {
  return (
    <>
      <PageHeader title="Tables" />
      <EmptyState title="Not here yet">Uploaded tables and the results of queries.</EmptyState>
    </>
  );
}
