import { PageHeader } from '../../design/page-header.tsx';

export function RunPage() {
  return <PageHeader title="Run" />;
}
