import { EmptyState } from '../../design/empty-state.tsx';
import { PageHeader } from '../../design/page-header.tsx';

export function WebhooksPage() {
  return (
    <>
      <PageHeader title="Webhooks" />
      <EmptyState title="Not here yet">Where results are sent, and every attempt at it.</EmptyState>
    </>
  );
}
