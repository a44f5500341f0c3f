import type { UseQueryResult } from '@tanstack/react-query';
import type { ComponentProps, ReactNode } from 'react';
import { PageHeader } from '../../design/page-header.tsx';
import { QueryView } from '../../design/query-view.tsx';

type RunPageProps<Run> = Omit<ComponentProps<typeof PageHeader>, 'badge' | 'actions' | 'description'> & {
  query: UseQueryResult<Run>;
  badge?(run: Run): ReactNode;
  description?(run: Run): ReactNode;
  /** Cancel, resume and the like. */
  actions?(run: Run): ReactNode;
  /** How far it is, and its items. */
  children(run: Run): ReactNode;
};

/** The page of work on many items: its status and actions, then how far it is and what came of each item. */
export function RunPage<Run>({ query, badge, description, actions, children, ...header }: RunPageProps<Run>) {
  const run = query.data;
  return (
    <>
      <PageHeader
        {...header}
        {...(run !== undefined && {
          badge: badge?.(run),
          actions: actions?.(run),
          ...(description && { description: description(run) }),
        })}
      />
      <QueryView query={query}>{(found) => <div className="flex flex-col gap-5">{children(found)}</div>}</QueryView>
    </>
  );
}
