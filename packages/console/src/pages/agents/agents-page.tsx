import { PageHeader } from '../../design/page-header.tsx';

export function AgentsPage() {
  return <PageHeader title="Agents" />;
}
