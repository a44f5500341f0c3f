import type { Playbook } from '@errand/sdk';
import { keys } from '../../data/query-keys.ts';
import { useList } from '../../lists/use-list.ts';
import { errand } from '../../session/client.ts';
import { VersionList } from '../versions/version-list.tsx';
import { PromoteButton } from '../versions/versions-part.tsx';
import { PlaybookDiffView } from './playbook-diff.tsx';

type Props = { playbook: Playbook; canWrite: boolean; onPromote(versionId: string): void };

export function PlaybookVersions({ playbook, canWrite, onPromote }: Props) {
  const list = useList(keys.playbookVersions(playbook.id), (paging, options) =>
    errand.playbooks.listVersions(playbook.id, paging, options),
  );
  return (
    <VersionList
      owner={playbook}
      list={list}
      columns={[
        { header: 'Steps', numeric: true, cell: ({ content }) => content.steps.length },
        { header: 'Closes alone', cell: ({ content }) => content.auto_close?.outcomes.join(', ') ?? 'nothing' },
      ]}
      actions={({ id, version_name: label }, standing) =>
        canWrite && <PromoteButton standing={standing} label={label} onClick={() => onPromote(id)} />
      }
      diff={(from, to) => <PlaybookDiffView playbookId={playbook.id} from={from} to={to} />}
    />
  );
}
