import { useNavigate } from '@tanstack/react-router';
import { queryClient } from '../../data/query-client.ts';
import { keys } from '../../data/query-keys.ts';
import { useShortcuts } from '../../shell/shortcuts.ts';
import { findNeighbour, type JobPages } from './job-pages.ts';

/** J and K go to the next and previous job of the list that the user came from, with its filters. */
export function useNeighbours(id: string): void {
  const navigate = useNavigate();
  function go(by: 1 | -1): void {
    const lists = queryClient
      .getQueryCache()
      .findAll({ queryKey: keys.allJobs() })
      .sort((a, b) => b.state.dataUpdatedAt - a.state.dataUpdatedAt);
    const next = findNeighbour(
      lists.map(({ state }) => state.data as JobPages | undefined),
      id,
      by,
    );
    if (next) void navigate({ to: '/jobs/$id', params: { id: next }, search: (before) => before as never });
  }
  useShortcuts([
    { keys: 'j', label: 'Next job of the list', run: () => go(1) },
    { keys: 'k', label: 'Previous job of the list', run: () => go(-1) },
  ]);
}
