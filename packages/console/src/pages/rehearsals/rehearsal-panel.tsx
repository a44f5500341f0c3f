import type { Rehearsal } from '@errand/sdk';
import { Link } from '@tanstack/react-router';
import { type FormEvent, useEffect, useState } from 'react';
import { reload, useChange, useRead } from '../../data/queries.ts';
import { keys } from '../../data/query-keys.ts';
import { Button } from '../../design/button.tsx';
import { Field, Input } from '../../design/field.tsx';
import { formatNumber } from '../../design/format.ts';
import { counted } from '../../design/plural.ts';
import { QueryView } from '../../design/query-view.tsx';
import { RelativeTime } from '../../design/relative-time.tsx';
import { errand } from '../../session/client.ts';
import { isUnderWay, RunStatus } from '../runs/run-status.tsx';
import { FlipTable } from './flip-table.tsx';
import { countFlips, undecidableOf } from './flip-words.ts';
import { RehearsalActions } from './rehearsal-actions.tsx';
import { useRehearsal } from './use-rehearsal.ts';

const NEWEST = { page_size: 100 };
const FLIPS_SHOWN = 5;

type RehearsalPanelProps = {
  policyId: string;
  versionId: string;
  /** Called when a rehearsal of the version is done. */
  onDone(rehearsalId: string | undefined): void;
};

/** Shows the last rehearsal of the version, or the button to start one. */
export function RehearsalPanel({ policyId, versionId, onDone }: RehearsalPanelProps) {
  const latest = useRead(keys.rehearsalsOfVersion(policyId, versionId), async (options) => {
    const { results } = await errand.rehearsals.list(policyId, NEWEST, options);
    return results.find((one) => one.version_id === versionId)?.id ?? '';
  });
  const rehearsal = useRehearsal(policyId, latest.data ?? '');
  const doneId = rehearsal.data?.status === 'done' ? rehearsal.data.id : undefined;
  // biome-ignore lint/correctness/useExhaustiveDependencies: only when it is another one
  useEffect(() => onDone(doneId), [doneId]);
  return (
    <section aria-label="Rehearsal" className="flex flex-col gap-3 rounded-md border border-border p-3">
      <QueryView query={latest} rows={2}>
        {(id) =>
          id === '' ? (
            <p className="text-muted">This version has not been rehearsed on past cases.</p>
          ) : (
            <QueryView query={rehearsal} rows={2}>
              {(data) => <Outcome rehearsal={data} />}
            </QueryView>
          )
        }
      </QueryView>
      {(rehearsal.data === undefined || !isUnderWay(rehearsal.data)) && (
        <Start policyId={policyId} versionId={versionId} isAgain={rehearsal.data !== undefined} />
      )}
    </section>
  );
}

function Outcome({ rehearsal }: { rehearsal: Rehearsal }) {
  const undecidable = undecidableOf(rehearsal);
  const ways = countFlips(rehearsal.flips);
  return (
    <div className="flex flex-col gap-3">
      <div className="flex flex-wrap items-center gap-3">
        <RunStatus run={rehearsal} />
        <span data-testid="rehearsal figures">
          {counted(rehearsal.flip_count, 'verdict flips', 'verdicts flip')}, {formatNumber(rehearsal.unchanged)} stay
          {undecidable > 0 && `, ${formatNumber(undecidable)} cannot be decided again`}.
        </span>
        <span className="text-muted">
          Rehearsed <RelativeTime at={rehearsal.started_at} />
        </span>
        <RehearsalActions rehearsal={rehearsal} />
        <Link
          to="/policies/$id/rehearsals/$rehearsalId"
          params={{ id: rehearsal.policy_id, rehearsalId: rehearsal.id }}
          className="text-accent hover:underline"
        >
          Open the rehearsal
        </Link>
      </div>
      {rehearsal.reason !== null && <p className="text-danger">{rehearsal.reason}</p>}
      {ways.length > 0 && (
        <>
          <p dir="auto">{ways.map(([words, count]) => `${formatNumber(count)} × ${words}`).join(', ')}</p>
          <FlipTable flips={rehearsal.flips.slice(0, FLIPS_SHOWN)} />
        </>
      )}
    </div>
  );
}

function Start({ policyId, versionId, isAgain }: { policyId: string; versionId: string; isAgain: boolean }) {
  const [limit, setLimit] = useState('1000');
  const start = useChange(
    () => errand.rehearsals.create(policyId, { version_id: versionId, filter: { limit: Number(limit) } }),
    () => reload(keys.rehearsals(policyId)),
    'quiet',
  );
  function submit(event: FormEvent<HTMLFormElement>): void {
    event.preventDefault();
    start.mutate();
  }
  return (
    <form className="flex flex-wrap items-end gap-3" onSubmit={submit}>
      <Field label="Latest cases">
        <Input
          type="number"
          required
          min={1}
          max={10_000}
          className="w-28"
          value={limit}
          onChange={(event) => setLimit(event.target.value)}
        />
      </Field>
      <Button type="submit" busy={start.isPending}>
        {isAgain ? 'Rehearse again' : 'Rehearse'}
      </Button>
      {start.isError && (
        <p role="alert" className="basis-full text-danger">
          {start.error.message}
        </p>
      )}
    </form>
  );
}
