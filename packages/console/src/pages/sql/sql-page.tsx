import { EmptyState } from '../../design/empty-state.tsx';
import { PageHeader } from '../../design/page-header.tsx';

export function SqlPage() {
  return (
    <>
      <PageHeader title="SQL" />
      <EmptyState title="Not here yet">Questions to your tables, and agents as functions in them.</EmptyState>
    </>
  );
}
