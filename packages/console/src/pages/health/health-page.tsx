import { EmptyState } from '../../design/empty-state.tsx';
import { PageHeader } from '../../design/page-header.tsx';

export function HealthPage() {
  return (
    <>
      <PageHeader title="Health" />
      <EmptyState title="Not here yet">What works, what does not, why, and what to do.</EmptyState>
    </>
  );
}
