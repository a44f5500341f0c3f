import type { Playbook, PlaybookGate, PlaybookRehearsalSummary } from '@errand/sdk';
import { useState } from 'react';
import { reload, useChange, useRead } from '../../data/queries.ts';
import { keys } from '../../data/query-keys.ts';
import { Button } from '../../design/button.tsx';
import { Dialog } from '../../design/dialog.tsx';
import { Field, Textarea, TextField } from '../../design/field.tsx';
import { formatNumber, formatPercent } from '../../design/format.ts';
import { RelativeTime } from '../../design/relative-time.tsx';
import { Select } from '../../design/select.tsx';
import { showToast } from '../../design/toast.ts';
import { errand } from '../../session/client.ts';
import { PlaybookDiffView } from './playbook-diff.tsx';

type Props = { playbook: Playbook; versionId: string; onClose(): void };

/** Makes a version current: with what changes, the rehearsal that the gate asks for, and a reason. */
export function PromotePlaybook({ playbook, versionId, onClose }: Props) {
  const version = useRead(keys.playbookVersion(playbook.id, versionId), (options) =>
    errand.playbooks.getVersion(playbook.id, versionId, options),
  );
  const gate = useRead(keys.playbookGate(playbook.id), (options) => errand.playbooks.gate(playbook.id, options));
  const rehearsals = useRead([...keys.playbookRehearsals(playbook.id), 'choices'], (options) =>
    errand.playbookRehearsals.list(playbook.id, { page_size: 100 }, options),
  );
  const done = (rehearsals.data?.results ?? []).filter((one) => one.version_id === versionId && one.status === 'done');
  const [chosen, setChosen] = useState<string>();
  const [reason, setReason] = useState('');
  const [override, setOverride] = useState('');
  const rehearsal = done.find(({ id }) => id === (chosen ?? done[0]?.id));
  const name = version.data?.version_name ?? '…';
  const promote = useChange(
    () =>
      errand.playbooks.setCurrent(playbook.id, versionId, {
        reason: reason.trim(),
        expected_current: playbook.current_version_id,
        ...(rehearsal !== undefined && { rehearsal_id: rehearsal.id }),
        ...(override.trim() !== '' && { override_reason: override.trim() }),
      }),
    async () => {
      showToast(`${name} is current`, { description: 'New alerts run it.' });
      onClose();
      await reload(keys.playbooks());
    },
    'quiet',
  );
  return (
    <Dialog
      open
      wide
      onClose={onClose}
      title={`Promote “${name}”`}
      description="New alerts run it. Runs that have begun keep their version."
      actions={
        <>
          <Button onClick={onClose}>Cancel</Button>
          <Button
            variant="primary"
            busy={promote.isPending}
            disabled={reason.trim() === ''}
            onClick={() => promote.mutate()}
          >
            Promote
          </Button>
        </>
      }
    >
      <div className="flex flex-col gap-4">
        <Field label="Reason" description="Recorded in the audit log.">
          <Textarea
            className="min-h-14"
            required
            maxLength={1_000}
            value={reason}
            onChange={(event) => setReason(event.target.value)}
          />
        </Field>
        {promote.isError && (
          <p role="alert" className="text-danger">
            {promote.error.message}
          </p>
        )}
        <Rehearsed
          rehearsals={done}
          chosen={rehearsal}
          gate={gate.data}
          onChoose={setChosen}
          override={override}
          onOverride={setOverride}
        />
        <section aria-label="What changes">
          <h3 className="mb-2 font-semibold">Changes from the current version</h3>
          <PlaybookDiffView playbookId={playbook.id} from={playbook.current_version_id} to={versionId} />
        </section>
      </div>
    </Dialog>
  );
}

type RehearsedProps = {
  rehearsals: PlaybookRehearsalSummary[];
  chosen: PlaybookRehearsalSummary | undefined;
  gate: PlaybookGate | undefined;
  onChoose(id: string): void;
  override: string;
  onOverride(reason: string): void;
};

/** What a rehearsal of the version has shown, beside what the gate asks for. */
function Rehearsed({ rehearsals, chosen, gate, onChoose, override, onOverride }: RehearsedProps) {
  const isGated = gate !== undefined && gate.min_cases !== null;
  return (
    <section aria-label="Rehearsal" className="flex flex-col gap-2 rounded-md border border-border p-3">
      {chosen === undefined ? (
        <p className="text-muted">This version has not been rehearsed. The tab Rehearsals does it.</p>
      ) : (
        <>
          {rehearsals.length > 1 && (
            <Select
              label="Rehearsal"
              value={chosen.id}
              onChange={onChoose}
              options={rehearsals.map(({ id, total, started_at: at }) => ({
                value: id,
                label: `${total} cases, ${at}`,
              }))}
            />
          )}
          <p>
            {formatNumber(chosen.total)} cases: {formatNumber(chosen.closed)} would close alone
            {chosen.closed > 0 &&
              `, of these ${formatNumber(chosen.wrong)} wrong (${formatPercent(chosen.wrong, chosen.closed)})`}
            .{' '}
            <span className="text-muted">
              Rehearsed <RelativeTime at={chosen.started_at} />
            </span>
          </p>
        </>
      )}
      {isGated && (
        <>
          <p className="text-muted">
            The gate asks for {formatNumber(gate.min_cases ?? 0)} cases and at most{' '}
            {Math.round((gate.max_wrong_share ?? 0) * 10_000) / 100} % wrong.
          </p>
          <TextField
            label="Why the gate does not hold this time"
            optional
            maxLength={1_000}
            value={override}
            onChange={(event) => onOverride((event.target as HTMLInputElement).value)}
          />
        </>
      )}
    </section>
  );
}
