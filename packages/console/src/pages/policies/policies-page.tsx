import { EmptyState } from '../../design/empty-state.tsx';
import { PageHeader } from '../../design/page-header.tsx';

export function PoliciesPage() {
  return (
    <>
      <PageHeader title="Policies" />
      <EmptyState title="Not here yet">Rules that steer agents: their versions, differences and promotion.</EmptyState>
    </>
  );
}
