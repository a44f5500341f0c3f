import { useParams } from '@tanstack/react-router';
import { EmptyState } from '../../design/empty-state.tsx';
import { PageHeader } from '../../design/page-header.tsx';

export function JobPage() {
  const { id } = useParams({ from: '/shell/jobs/$id' });
  return (
    <>
      <PageHeader title="Job" id={id} crumbs={[{ label: 'Jobs', to: '/jobs' }]} />
      <EmptyState title="Not here yet">Timeline, steps, inputs, outputs and evidence of one run.</EmptyState>
    </>
  );
}
