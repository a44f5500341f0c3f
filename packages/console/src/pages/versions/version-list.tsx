import { Link } from '@tanstack/react-router';
import type { ReactNode } from 'react';
import { Badge } from '../../design/badge.tsx';
import type { Column } from '../../design/data-table.tsx';
import { PagedTable } from '../../lists/paged-table.tsx';
import type { List } from '../../lists/use-list.ts';
import { CompareVersions, type Standing, standingIn, type Version, type Versioned } from './versions-part.tsx';

type Listed = Version & { created_by: { display_name: string } | null };

type VersionListProps<V extends Listed> = {
  owner: Versioned;
  list: List<V>;
  /** What only these versions have. */
  columns: Column<V>[];
  /** The buttons of a version. */
  actions(version: V, standing: Standing): ReactNode;
  /** Shows what differs between two of them. */
  diff(from: string, to: string): ReactNode;
  /** Between the table and the comparison. */
  children?: ReactNode;
};

/** The versions of something, page by page, with a comparison of two. */
export function VersionList<V extends Listed>({ owner, list, columns, actions, diff, children }: VersionListProps<V>) {
  const versions = list.query.data?.results ?? [];
  const standing = standingIn(owner, versions);
  return (
    <div className="flex flex-col gap-5">
      <PagedTable
        label="Versions"
        list={list}
        columns={[
          {
            header: 'Version',
            cell: (version) => <Name version={version} isCurrent={standing(version) === 'current'} />,
          },
          ...columns,
          { header: 'Created', at: ({ created_at: at }) => at },
          { header: 'By', dir: 'auto', cell: ({ created_by: by }) => by?.display_name ?? '–' },
          { actions: (version) => actions(version, standing(version)) },
        ]}
      />
      {children}
      <CompareVersions owner={owner} versions={versions}>
        {diff}
      </CompareVersions>
    </div>
  );
}

/** Opens the version. */
const Name = ({ version: { id, version_name: name }, isCurrent }: { version: Version; isCurrent: boolean }) => (
  <>
    <Link to="." search={{ version: id } as never} className="font-medium text-accent hover:underline">
      <bdi>{name}</bdi>
    </Link>
    {isCurrent && (
      <span className="ml-2">
        <Badge tone="positive">current</Badge>
      </span>
    )}
  </>
);
