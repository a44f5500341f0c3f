import { Link } from '@tanstack/react-router';
import { Pencil } from 'lucide-react';
import type { ReactNode } from 'react';
import { Badge } from '../../design/badge.tsx';
import { buttonClass } from '../../design/button.tsx';
import { type MenuItem, MoreMenu } from '../../design/menu.tsx';
import { type Crumb, PageHeader } from '../../design/page-header.tsx';
import type { Version, Versioned } from './versions-part.tsx';

type VersionedHeaderProps = {
  owner: Versioned & { name: string; description: string };
  crumbs: Crumb[];
  /** The version that the page shows, when it is loaded. */
  version: Version | undefined;
  /** The page that edits it, and the version that the address names. */
  editPath: string;
  wanted: string | undefined;
  canWrite: boolean;
  actions?: ReactNode;
  menu: MenuItem[];
};

/** The header of something with versions: which one is shown, and a way to write the next. */
export function VersionedHeader(props: VersionedHeaderProps) {
  const { owner, crumbs, version, editPath, wanted, canWrite, actions, menu } = props;
  const isCurrent = version?.id === owner.current_version_id;
  return (
    <PageHeader
      title={owner.name}
      id={owner.id}
      crumbs={crumbs}
      badge={
        version && (
          <Badge tone={isCurrent ? 'positive' : 'warning'}>
            <bdi>{version.version_name}</bdi>
            {isCurrent ? ' · current' : ' · not current'}
          </Badge>
        )
      }
      {...(owner.description && { description: <bdi>{owner.description}</bdi> })}
      actions={
        canWrite && (
          <>
            {actions}
            <Link to={editPath} search={{ version: wanted } as never} className={buttonClass('primary')}>
              <Pencil size={14} aria-hidden />
              Edit as a new version
            </Link>
            <MoreMenu items={menu} />
          </>
        )
      }
    />
  );
}
