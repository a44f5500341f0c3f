import type { Playbook, PlaybookVersion } from '@errand/sdk';
import { keys } from '../../data/query-keys.ts';
import { PagedTable } from '../../lists/paged-table.tsx';
import { useList } from '../../lists/use-list.ts';
import { errand } from '../../session/client.ts';
import { CompareVersions, PromoteButton, standingIn, versionColumn } from '../versions/versions-part.tsx';
import { PlaybookDiffView } from './playbook-diff.tsx';

type Props = { playbook: Playbook; canWrite: boolean; onPromote(versionId: string): void };

export function PlaybookVersions({ playbook, canWrite, onPromote }: Props) {
  const list = useList(keys.playbookVersions(playbook.id), (paging, options) =>
    errand.playbooks.listVersions(playbook.id, paging, options),
  );
  const versions = list.query.data?.results ?? [];
  const standing = standingIn(playbook, versions);
  return (
    <div className="flex flex-col gap-5">
      <PagedTable
        label="Versions"
        list={list}
        columns={[
          versionColumn<PlaybookVersion>(standing),
          { header: 'Steps', numeric: true, cell: ({ content }) => content.steps.length },
          { header: 'Closes alone', cell: ({ content }) => content.auto_close?.outcomes.join(', ') ?? 'nothing' },
          { header: 'Created', at: ({ created_at: at }) => at },
          { header: 'By', from: 'sm', cell: ({ created_by: by }) => by?.display_name ?? '–' },
          {
            actions: (version) =>
              canWrite && (
                <PromoteButton
                  standing={standing(version)}
                  label={version.version_name}
                  onClick={() => onPromote(version.id)}
                />
              ),
          },
        ]}
      />
      <CompareVersions owner={playbook} versions={versions}>
        {(from, to) => <PlaybookDiffView playbookId={playbook.id} from={from} to={to} />}
      </CompareVersions>
    </div>
  );
}
