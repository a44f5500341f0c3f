import type { Playbook, PlaybookRehearsalSummary } from '@errand/sdk';
import { useNavigate } from '@tanstack/react-router';
import { useState } from 'react';
import { FOREVER, reload, useRead } from '../../data/queries.ts';
import { keys } from '../../data/query-keys.ts';
import { CopyId } from '../../design/copy.tsx';
import type { Column } from '../../design/data-table.tsx';
import { Field, TextField } from '../../design/field.tsx';
import { FormDialog } from '../../design/form-dialog.tsx';
import { formatCost, formatNumber } from '../../design/format.ts';
import { Select } from '../../design/select.tsx';
import { shortId } from '../../design/short-id.ts';
import { RowLink } from '../../lists/links.tsx';
import { useList } from '../../lists/use-list.ts';
import { errand } from '../../session/client.ts';
import { useQueues } from '../cases/use-desk.ts';
import { RehearsalSection } from '../runs/rehearsal-section.tsx';
import { RunStatus, untilAllDone } from '../runs/run-status.tsx';

type Props = { playbook: Playbook; canWrite: boolean };

/** The rehearsals of a playbook, newest first. */
export function PlaybookRehearsals({ playbook, canWrite }: Props) {
  const navigate = useNavigate();
  const list = useList(
    keys.playbookRehearsals(playbook.id),
    (paging, options) => errand.playbookRehearsals.list(playbook.id, paging, options),
    untilAllDone,
  );
  return (
    <RehearsalSection
      list={list}
      columns={columns}
      canWrite={canWrite}
      description="Decided cases once more with another version. The cases stay as they are."
      empty="A rehearsal runs a version on the alerts of decided cases and shows what it would close, and what of it wrongly."
      dialog={(close) => (
        <StartDialog
          playbook={playbook}
          onClose={close}
          onStarted={(id) =>
            void navigate({
              to: '/playbooks/$id/rehearsals/$rehearsalId',
              params: { id: playbook.id, rehearsalId: id },
            })
          }
        />
      )}
    />
  );
}

const columns: Column<PlaybookRehearsalSummary>[] = [
  {
    header: 'Version',
    cell: ({ id, playbook_id: playbookId, version_id: versionId }) => (
      <RowLink to={`/playbooks/${playbookId}/rehearsals/${id}`}>
        <PlaybookVersionName playbookId={playbookId} id={versionId} />
      </RowLink>
    ),
  },
  { header: 'Status', cell: (one) => <RunStatus run={one} /> },
  { header: 'Cases', numeric: true, cell: ({ total }) => formatNumber(total) },
  { header: 'Would close', numeric: true, cell: ({ closed }) => formatNumber(closed) },
  { header: 'Wrong', numeric: true, cell: ({ wrong }) => formatNumber(wrong) },
  { header: 'Unchanged', numeric: true, from: 'xl', cell: ({ unchanged }) => formatNumber(unchanged) },
  { header: 'Cost', numeric: true, cell: ({ cost }) => formatCost(cost) },
  { header: 'Started', from: 'sm', at: ({ started_at: at }) => at },
  { header: 'Id', from: 'xl', cell: ({ id }) => <CopyId id={id} className="relative" /> },
];

/** The name of a version, when it is loaded. */
export function PlaybookVersionName({ playbookId, id }: { playbookId: string; id: string }) {
  const { data } = useRead(
    keys.playbookVersion(playbookId, id),
    (options) => errand.playbooks.getVersion(playbookId, id, options),
    FOREVER,
  );
  return <bdi>{data?.version_name ?? shortId(id)}</bdi>;
}

type StartProps = { playbook: Playbook; onClose(): void; onStarted(id: string): void };

function StartDialog({ playbook, onClose, onStarted }: StartProps) {
  const versions = useRead([...keys.playbookVersions(playbook.id), 'choices'], (options) =>
    errand.playbooks.listVersions(playbook.id, { page_size: 100 }, options),
  );
  const queues = useQueues() ?? [];
  const [chosen, setChosen] = useState<string>();
  const [queue, setQueue] = useState('');
  const versionId = chosen ?? versions.data?.results[0]?.id ?? '';
  return (
    <FormDialog
      onClose={onClose}
      title="Rehearse a version"
      description="The alerts of decided cases run through it. Nothing that was decided later is shown to the agents."
      action="Rehearse"
      save={(text) =>
        errand.playbookRehearsals.create(playbook.id, {
          version_id: versionId,
          filter: {
            limit: Number(text('limit')),
            ...(queue !== '' && { queue }),
            ...(text('outcome') !== '' && { outcome: text('outcome') }),
          },
          ...(text('max_cost') !== '' && { max_cost: Number(text('max_cost')) }),
        })
      }
      onSaved={async ({ id }) => {
        await reload(keys.playbookRehearsals(playbook.id));
        onStarted(id);
      }}
    >
      <Field label="Version" name="version" member="version_id">
        <Select
          value={versionId}
          onChange={setChosen}
          options={(versions.data?.results ?? []).map(({ id, version_name: name, is_current: isCurrent }) => ({
            value: id,
            label: isCurrent ? `${name} · current` : name,
          }))}
        />
      </Field>
      <Field label="Queue" name="queue" member="filter.queue">
        <Select
          value={queue}
          onChange={(next: string) => setQueue(next)}
          options={[{ value: '', label: 'All queues' }, ...queues.map(({ id, name }) => ({ value: id, label: name }))]}
        />
      </Field>
      <div className="grid gap-4 sm:grid-cols-3">
        <TextField
          label="Latest cases"
          name="limit"
          member="filter.limit"
          type="number"
          min={1}
          max={1000}
          required
          defaultValue={100}
        />
        <TextField label="Outcome" name="outcome" member="filter.outcome" optional maxLength={100} />
        <TextField label="Cost limit in USD" name="max_cost" type="number" min={0} step="any" optional />
      </div>
    </FormDialog>
  );
}
