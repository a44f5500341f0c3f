import { PageHeader } from '../../design/page-header.tsx';

export function BatchPage() {
  return <PageHeader title="Batch" />;
}
