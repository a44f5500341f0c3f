import { PageHeader } from '../../design/page-header.tsx';

export function HomePage() {
  return <PageHeader title="Home" />;
}
