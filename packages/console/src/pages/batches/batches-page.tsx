import { PageHeader } from '../../design/page-header.tsx';

export function BatchesPage() {
  return <PageHeader title="Batches" />;
}
