import type { EvaluationRun, GateCheck } from '@errand/sdk';
import { Link } from '@tanstack/react-router';
import { useEffect, useState } from 'react';
import { reload, useChange, useRead } from '../../data/queries.ts';
import { keys } from '../../data/query-keys.ts';
import { Badge } from '../../design/badge.tsx';
import { Button } from '../../design/button.tsx';
import { Field, Textarea } from '../../design/field.tsx';
import { counted } from '../../design/plural.ts';
import { QueryView } from '../../design/query-view.tsx';
import { errand } from '../../session/client.ts';
import { accuracyOf, EvaluationActions, EvaluationStatus } from '../evaluations/run-status.tsx';
import { isUnderWay } from '../runs/run-status.tsx';
import type { GateOwner as Owner, Passage } from './gate-owner.ts';

const LOOK_MS = 1_000;

type GateOwner = Owner & { /** What is compared with. */ currentId: string | null };
type GatePanelProps = { owner: GateOwner; passage: Passage };

/** Shows whether a version passes the gate and why not, the run that would open it, and the override for admins. */
export function GatePanel({ owner, passage }: GatePanelProps) {
  return (
    <section aria-label="Gate" className="rounded-md border border-border p-3">
      <QueryView query={passage.gate} rows={2}>
        {({ evaluation_set_id: setId, no_regressions: compares, four_eyes: isFour, check }) => {
          const second = isFour && (
            <p>
              <Badge>four eyes</Badge> Somebody other than you has to approve it.
            </p>
          );
          if (setId === null && isFour) return second;
          if (setId === null || check === null)
            return (
              <p className="text-muted">
                <Badge>no gate</Badge> Versions can become current without an evaluation.
              </p>
            );
          return (
            <div className="flex flex-col gap-3">
              <GateWords check={check} />
              {!check.was_current && <GateRuns owner={owner} setId={setId} check={check} compares={compares} />}
              {!check.open && <Override passage={passage} />}
              {second}
            </div>
          );
        }}
      </QueryView>
    </section>
  );
}

function GateWords({ check }: { check: GateCheck }) {
  if (check.was_current)
    return (
      <p>
        <Badge tone="positive">gate open</Badge> This version was current before, so it needs no run.
      </p>
    );
  return check.open ? (
    <p>
      <Badge tone="positive">gate open</Badge> This version passed a run on the evaluation set.
    </p>
  ) : (
    <p>
      <Badge tone="danger">gate closed</Badge> <span data-testid="gate reason">{check.reason}</span>
    </p>
  );
}

type GateRunsProps = { owner: GateOwner; setId: string; check: GateCheck; compares: boolean };

/** Shows the run that counts, with its progress, and the run that it is compared with. */
function GateRuns({ owner, setId, check, compares }: GateRunsProps) {
  const candidate = useGateRun(owner, setId, check.version_id, check.run_id);
  const current = useGateRun(owner, setId, owner.currentId, null);
  const { run } = candidate;
  const problem = candidate.start.error ?? current.start.error;
  return (
    <div className="flex flex-wrap items-center gap-3">
      {run && <RunWords run={run} />}
      {run && isUnderWay(run) && <EvaluationActions run={run} />}
      {!check.open && (
        <Button size="sm" busy={candidate.isBusy} onClick={() => candidate.start.mutate()}>
          {run === undefined ? 'Run it on the set' : 'Run it again'}
        </Button>
      )}
      {!check.open && compares && run?.status === 'done' && owner.currentId !== null && (
        <Button size="sm" busy={current.isBusy} onClick={() => current.start.mutate()}>
          Run the current version
        </Button>
      )}
      {current.run && (
        <span className="inline-flex items-center gap-2 text-muted">
          Current version: <RunWords run={current.run} />
        </span>
      )}
      <Link to="/evaluations/$id" params={{ id: setId }} className="text-accent hover:underline">
        Evaluation set
      </Link>
      {problem && (
        <p role="alert" className="basis-full text-danger">
          {problem.message}
        </p>
      )}
    </div>
  );
}

/** A run of a version on the gate's set. The gate is checked again whenever the run's status changes. */
function useGateRun(owner: GateOwner, setId: string, versionId: string | null, knownId: string | null) {
  const [startedId, setStartedId] = useState<string>();
  const runId = startedId ?? knownId ?? '';
  const { data: run } = useRead(keys.evaluationRun(runId), (options) => errand.evaluationRuns.get(runId, options), {
    enabled: runId !== '',
    refetchInterval: ({ state }) => (state.data && isUnderWay(state.data) ? LOOK_MS : false),
  });
  const start = useChange(
    () =>
      errand.evaluationSets.run(
        setId,
        owner.kind === 'agent' ? { agent_version_id: versionId } : { policy_version_id: versionId },
      ),
    ({ id }) => setStartedId(id),
    'quiet',
  );
  const status = run?.status;
  // biome-ignore lint/correctness/useExhaustiveDependencies: once for each status
  useEffect(() => {
    if (status !== undefined) void reload(keys.gate(owner));
  }, [status]);
  return { run, start, isBusy: start.isPending || (run !== undefined && isUnderWay(run)) };
}

function RunWords({ run }: { run: EvaluationRun }) {
  const { baseline_run_id: baseline } = run;
  return (
    <>
      <EvaluationStatus run={run} />
      <Link to="/evaluations/runs/$id" params={{ id: run.id }} className="text-accent hover:underline">
        {run.scores === null ? 'Run' : `${accuracyOf(run)} right`}
      </Link>
      {run.status === 'done' && baseline !== null && baseline !== run.id && (
        <Link
          to="/evaluations/$id/compare"
          params={{ id: run.evaluation_set_id }}
          search={{ a: baseline, b: run.id }}
          className="text-accent hover:underline"
        >
          {counted(run.regressions.length, 'regression')}
        </Link>
      )}
    </>
  );
}

function Override({ passage: { isAdmin, overrideReason, setOverrideReason } }: { passage: Passage }) {
  if (!isAdmin) return <p className="text-muted">An administrator can override the gate and say why.</p>;
  return (
    <Field
      label="Why override the gate"
      optional
      description="Overrides the gate. Recorded in the audit log with your name."
    >
      <Textarea
        className="min-h-14"
        maxLength={1_000}
        value={overrideReason}
        onChange={(event) => setOverrideReason(event.target.value)}
      />
    </Field>
  );
}
