import { EmptyState } from '../../design/empty-state.tsx';
import { PageHeader } from '../../design/page-header.tsx';

export function UsagePage() {
  return (
    <>
      <PageHeader title="Usage" />
      <EmptyState title="Not here yet">Credits, their ledger, and cost by agent and day.</EmptyState>
    </>
  );
}
