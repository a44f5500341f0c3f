import type { Playbook } from '@errand/sdk';
import { useNavigate, useParams, useSearch } from '@tanstack/react-router';
import { useState } from 'react';
import { FOREVER, reload, useRead } from '../../data/queries.ts';
import { keys } from '../../data/query-keys.ts';
import { DeleteDialog } from '../../design/dialog.tsx';
import { QueryPage, QueryView } from '../../design/query-view.tsx';
import { Tabs } from '../../design/tabs.tsx';
import { saveText } from '../../json/save-text.ts';
import { useAccess } from '../../session/access.ts';
import { errand } from '../../session/client.ts';
import { VersionedHeader } from '../versions/versioned-header.tsx';
import { GateForm } from './gate-form.tsx';
import { PlanView } from './plan-view.tsx';
import { PlaybookRehearsals } from './playbook-rehearsals.tsx';
import { PlaybookRuns } from './playbook-runs.tsx';
import type { PlaybookTab } from './playbook-search.ts';
import { PlaybookVersions } from './playbook-versions.tsx';
import { PromotePlaybook } from './promote-playbook.tsx';

const crumbs = [{ label: 'Playbooks', to: '/playbooks' }];

export function PlaybookPage() {
  const { id } = useParams({ from: '/shell/playbooks/$id' });
  const playbook = useRead(keys.playbook(id), (options) => errand.playbooks.get(id, options));
  return (
    <QueryPage query={playbook} title="Playbook" id={id} crumbs={crumbs}>
      {(found) => <PlaybookView key={id} playbook={found} />}
    </QueryPage>
  );
}

function PlaybookView({ playbook }: { playbook: Playbook }) {
  const { tab = 'plan', version: wanted } = useSearch({ from: '/shell/playbooks/$id' });
  const navigate = useNavigate({ from: '/playbooks/$id' });
  const canWrite = useAccess().can('admin');
  const [isDeleting, setIsDeleting] = useState(false);
  const [promoting, setPromoting] = useState<string>();
  const versionId = wanted ?? playbook.current_version_id;
  const version = useRead(
    keys.playbookVersion(playbook.id, versionId),
    (options) => errand.playbooks.getVersion(playbook.id, versionId, options),
    FOREVER,
  );
  return (
    <>
      <VersionedHeader
        owner={playbook}
        crumbs={crumbs}
        version={version.data}
        editPath={`/playbooks/${playbook.id}/edit`}
        wanted={wanted}
        canWrite={canWrite}
        menu={[
          {
            label: 'Download as JSON',
            disabled: version.data === undefined,
            onSelect: () => saveText(JSON.stringify(version.data!.content, null, 2), `${playbook.name}.json`),
          },
          'separator',
          { label: 'Delete playbook…', danger: true, onSelect: () => setIsDeleting(true) },
        ]}
      />
      <Tabs
        label="Parts of the playbook"
        value={tab}
        onChange={(next: PlaybookTab) =>
          void navigate({ search: (before) => ({ ...before, tab: next, page: undefined }), replace: true })
        }
        tabs={[
          {
            value: 'plan',
            label: 'Plan',
            content: <QueryView query={version}>{(data) => <PlanView content={data.content} />}</QueryView>,
          },
          {
            value: 'versions',
            label: 'Versions',
            content: <PlaybookVersions playbook={playbook} canWrite={canWrite} onPromote={setPromoting} />,
          },
          {
            value: 'rehearsals',
            label: 'Rehearsals',
            content: <PlaybookRehearsals playbook={playbook} canWrite={canWrite} />,
          },
          { value: 'runs', label: 'Runs', content: <PlaybookRuns playbookId={playbook.id} /> },
          { value: 'gate', label: 'Gate', content: <GateForm playbookId={playbook.id} isAdmin={canWrite} /> },
        ]}
      />
      {promoting !== undefined && (
        <PromotePlaybook playbook={playbook} versionId={promoting} onClose={() => setPromoting(undefined)} />
      )}
      <DeleteDialog
        open={isDeleting}
        onClose={() => setIsDeleting(false)}
        what="playbook"
        name={playbook.name}
        description="All its versions are deleted. A playbook that a queue names cannot be deleted."
        onDelete={() => errand.playbooks.delete(playbook.id)}
        onDone={async () => {
          await navigate({ to: '/playbooks' });
          await reload(keys.playbooks());
        }}
      />
    </>
  );
}
