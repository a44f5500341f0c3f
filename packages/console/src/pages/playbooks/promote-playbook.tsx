import type { Playbook, PlaybookGate, PlaybookRehearsalSummary, RequestOptions } from '@errand/sdk';
import { useState } from 'react';
import { reload, useRead } from '../../data/queries.ts';
import { keys } from '../../data/query-keys.ts';
import { TextField } from '../../design/field.tsx';
import { formatMoment, formatNumber, formatPercent } from '../../design/format.ts';
import { counted } from '../../design/plural.ts';
import { RelativeTime } from '../../design/relative-time.tsx';
import { Select } from '../../design/select.tsx';
import { showToast } from '../../design/toast.ts';
import { errand } from '../../session/client.ts';
import { PromoteDialog } from '../versions/promote-dialog.tsx';
import { PlaybookDiffView } from './playbook-diff.tsx';

type Props = { playbook: Playbook; versionId: string; onClose(): void };

/** Makes a version current: with what changes, the rehearsal that the gate asks for, and a reason. */
export function PromotePlaybook({ playbook, versionId, onClose }: Props) {
  const { id, current_version_id: currentId } = playbook;
  const read = (wanted: string) => (options: RequestOptions) => errand.playbooks.getVersion(id, wanted, options);
  const version = useRead(keys.playbookVersion(id, versionId), read(versionId));
  const current = useRead(keys.playbookVersion(id, currentId), read(currentId));
  const gate = useRead(keys.playbookGate(id), (options) => errand.playbooks.gate(id, options));
  const rehearsals = useRead([...keys.playbookRehearsals(id), 'choices'], (options) =>
    errand.playbookRehearsals.list(id, { page_size: 100 }, options),
  );
  const done = (rehearsals.data?.results ?? []).filter((one) => one.version_id === versionId && one.status === 'done');
  const [chosen, setChosen] = useState<string>();
  const [override, setOverride] = useState('');
  const rehearsal = done.find((one) => one.id === (chosen ?? done[0]?.id));
  const name = version.data?.version_name ?? '…';
  return (
    <PromoteDialog
      name={name}
      isOlder={(version.data?.created_at ?? '') < (current.data?.created_at ?? '')}
      passage={{
        // The server compares the rehearsal with the gate.
        ...{ mayPass: true, isProposal: false },
        body: override.trim() === '' ? {} : { override_reason: override.trim() },
      }}
      gate={
        <Rehearsed
          rehearsals={done}
          chosen={rehearsal}
          gate={gate.data}
          onChoose={setChosen}
          override={override}
          onOverride={setOverride}
        />
      }
      description="New alerts run it. Runs that have begun keep their version."
      promote={(body) =>
        errand.playbooks.setCurrent(id, versionId, {
          ...body,
          expected_current: currentId,
          ...(rehearsal !== undefined && { rehearsal_id: rehearsal.id }),
        })
      }
      onPromoted={async () => {
        showToast(`${name} is current`, { description: 'New alerts run it.' });
        onClose();
        await reload(keys.playbooks());
      }}
      onClose={onClose}
    >
      <section aria-label="What changes">
        <h3 className="mb-2 font-semibold">Changes from the current version</h3>
        <PlaybookDiffView playbookId={id} from={currentId} to={versionId} />
      </section>
    </PromoteDialog>
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
                label: `${counted(total, 'case')}, ${formatMoment(at)}`,
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
