import { PageHeader } from '../../design/page-header.tsx';

export function NewAgentPage() {
  return <PageHeader title="Agent" />;
}
