import { PageHeader } from '../../design/page-header.tsx';

export function EditAgentPage() {
  return <PageHeader title="Agent" />;
}
