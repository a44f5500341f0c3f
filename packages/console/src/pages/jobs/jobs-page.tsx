import { EmptyState } from '../../design/empty-state.tsx';
import { PageHeader } from '../../design/page-header.tsx';

export function JobsPage() {
  return (
    <>
      <PageHeader title="Jobs" />
      <EmptyState title="Not here yet">Every run: filters, live updates, retry and cancel.</EmptyState>
    </>
  );
}
