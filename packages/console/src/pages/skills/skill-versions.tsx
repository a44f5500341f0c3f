import type { SkillSet, SkillVersion } from '@errand/sdk';
import { reload, useChange } from '../../data/queries.ts';
import { keys } from '../../data/query-keys.ts';
import { showToast } from '../../design/toast.ts';
import { PagedTable } from '../../lists/paged-table.tsx';
import { useList } from '../../lists/use-list.ts';
import { errand } from '../../session/client.ts';
import { CompareVersions, PromoteButton, standingIn, versionColumn } from '../versions/versions-part.tsx';
import { SkillDiffView } from './skill-diff.tsx';

/** Small, because each version comes with its files. */
const PAGE_SIZE = 10;

export function SkillVersions({ set, canWrite }: { set: SkillSet; canWrite: boolean }) {
  const list = useList(
    keys.skillVersions(set.id),
    (paging, options) => errand.skills.listVersions(set.id, paging, options),
    { pageSize: PAGE_SIZE },
  );
  const versions = list.query.data?.results ?? [];
  const standing = standingIn(set, versions);
  const promote = useChange(
    (versionId: string) => errand.skills.setCurrent(set.id, versionId, { expected_current: set.current_version_id }),
    async () => {
      showToast('The version is current', { description: 'New jobs will read it.' });
      await reload(keys.skillSets());
    },
  );
  return (
    <div className="flex flex-col gap-5">
      <PagedTable
        label="Versions"
        list={list}
        columns={[
          versionColumn<SkillVersion>(standing),
          {
            header: 'Summary',
            className: 'max-w-md truncate text-muted',
            cell: ({ summary }) => <bdi>{summary}</bdi>,
          },
          { header: 'Files', numeric: true, cell: ({ files }) => files.length },
          { header: 'Created', at: ({ created_at: at }) => at },
          { header: 'By', cell: ({ created_by: by }) => by?.display_name ?? '–' },
          {
            actions: (version) =>
              canWrite && (
                <PromoteButton
                  standing={standing(version)}
                  words={{ newer: 'Promote', older: 'Roll back' }}
                  label={version.version_name}
                  busy={promote.isPending && promote.variables === version.id}
                  onClick={() => promote.mutate(version.id)}
                />
              ),
          },
        ]}
      />
      <CompareVersions owner={set} versions={versions}>
        {(from, to) => <SkillDiffView setId={set.id} from={from} to={to} />}
      </CompareVersions>
    </div>
  );
}
