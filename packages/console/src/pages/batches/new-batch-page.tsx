import { PageHeader } from '../../design/page-header.tsx';

export function NewBatchPage() {
  return <PageHeader title="Batch" />;
}
