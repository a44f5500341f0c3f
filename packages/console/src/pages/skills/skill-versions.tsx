import type { SkillSet } from '@errand/sdk';
import { reload, useChange } from '../../data/queries.ts';
import { keys } from '../../data/query-keys.ts';
import { showToast } from '../../design/toast.ts';
import { useList } from '../../lists/use-list.ts';
import { errand } from '../../session/client.ts';
import { VersionList } from '../versions/version-list.tsx';
import { PromoteButton } from '../versions/versions-part.tsx';
import { SkillDiffView } from './skill-diff.tsx';

/** Small, because each version comes with its files. */
const PAGE_SIZE = 10;

export function SkillVersions({ set, canWrite }: { set: SkillSet; canWrite: boolean }) {
  const list = useList(
    keys.skillVersions(set.id),
    (paging, options) => errand.skills.listVersions(set.id, paging, options),
    { pageSize: PAGE_SIZE },
  );
  const promote = useChange(
    (versionId: string) => errand.skills.setCurrent(set.id, versionId, { expected_current: set.current_version_id }),
    async () => {
      showToast('The version is current', { description: 'New jobs will read it.' });
      await reload(keys.skillSets());
    },
  );
  return (
    <VersionList
      owner={set}
      list={list}
      columns={[
        {
          header: 'Summary',
          className: 'max-w-md truncate text-muted',
          cell: ({ summary }) => <bdi>{summary}</bdi>,
        },
        { header: 'Files', numeric: true, cell: ({ files }) => files.length },
      ]}
      actions={({ id, version_name: label }, standing) =>
        canWrite && (
          <PromoteButton
            standing={standing}
            words={{ newer: 'Promote', older: 'Roll back' }}
            label={label}
            busy={promote.isPending && promote.variables === id}
            onClick={() => promote.mutate(id)}
          />
        )
      }
      diff={(from, to) => <SkillDiffView setId={set.id} from={from} to={to} />}
    />
  );
}
