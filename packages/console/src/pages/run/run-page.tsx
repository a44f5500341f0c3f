import { type Agent, ErrandError } from '@errand/sdk';
import { useMutation } from '@tanstack/react-query';
import { Link, useNavigate, useParams, useSearch } from '@tanstack/react-router';
import { reload, useRead } from '../../data/queries.ts';
import { keys } from '../../data/query-keys.ts';
import { buttonClass } from '../../design/button.tsx';
import { Card } from '../../design/card.tsx';
import { EmptyState } from '../../design/empty-state.tsx';
import { PageHeader } from '../../design/page-header.tsx';
import { QueryView } from '../../design/query-view.tsx';
import { RoleNeeded } from '../../design/role-needed.tsx';
import { useAccess } from '../../session/access.ts';
import { useAttemptKey } from '../../session/attempt-key.ts';
import { errand } from '../../session/client.ts';
import { useVersions } from '../versions/use-versions.ts';
import { LiveJob } from './live-job.tsx';
import { RunForm, type Submission } from './run-form.tsx';

export function RunPage() {
  const { agentId } = useParams({ from: '/shell/run/$agentId' });
  const agent = useRead(keys.agent(agentId), (options) => errand.agents.get(agentId, options));
  return <QueryView query={agent}>{(found) => <Run key={found.id} agent={found} />}</QueryView>;
}

function Run({ agent }: { agent: Agent }) {
  const search = useSearch({ from: '/shell/run/$agentId' });
  const navigate = useNavigate();
  const { can } = useAccess();
  const versions = useVersions(agent);
  const run = useRun(agent);
  return (
    <>
      <PageHeader
        title={`Run ${agent.name}`}
        id={agent.id}
        crumbs={[
          { label: 'Agents', to: '/agents' },
          { label: agent.name, to: `/agents/${agent.id}` },
        ]}
        actions={
          can('member') && (
            <Link to="/batches/new" search={{ agent: agent.id }} className={buttonClass()}>
              Run on a CSV file
            </Link>
          )
        }
      />
      <div className="in-order grid grid-cols-1 items-start gap-5 xl:grid-cols-2">
        {can('member') ? (
          <Card title="Inputs">
            <QueryView query={versions}>
              {(list) => (
                <RunForm
                  agent={agent}
                  version={list.find(({ id }) => id === (search.version ?? agent.current_version_id)) ?? list[0]!}
                  versions={list}
                  onVersion={(id) =>
                    void navigate({
                      to: '.',
                      search: { ...search, version: id === agent.current_version_id ? undefined : id },
                      replace: true,
                    })
                  }
                  busy={run.isPending}
                  error={run.error?.message}
                  onRun={(submission) => run.mutate(submission)}
                />
              )}
            </QueryView>
          </Card>
        ) : (
          <RoleNeeded what="Running agents" />
        )}
        {search.job ? (
          <LiveJob key={search.job} jobId={search.job} />
        ) : (
          <EmptyState title="The result appears here">
            Fill in the inputs and press Run. Steps appear as they happen. You can reload or close the page; the job
            continues.
          </EmptyState>
        )}
      </div>
    </>
  );
}

/** Starts the job and puts its id into the URL, so that the page finds it after a reload. */
function useRun(agent: Agent) {
  const search = useSearch({ from: '/shell/run/$agentId' });
  const navigate = useNavigate();
  const attempt = useAttemptKey();
  return useMutation({
    meta: { quiet: true },
    async mutationFn({ mode, inputs, metadata, skipCache, timeoutSeconds, maxCost }: Submission) {
      const body = { inputs, metadata, timeout_seconds: timeoutSeconds, max_cost: maxCost };
      const options = { versionId: search.version, skipCache };
      const idempotencyKey = attempt.keyFor([mode, body, options]);
      if (mode === 'background') return errand.runs.start(agent.id, body, { ...options, idempotencyKey });
      return errand.runs.run(agent.id, body, { ...options, idempotencyKey }).then(
        ({ jobId }) => jobId,
        (error: unknown) => {
          // A failed job is a result too. Its page says more than the message.
          if (error instanceof ErrandError && error.jobId !== undefined) return error.jobId;
          throw error;
        },
      );
    },
    onSettled: (_result, error) => attempt.settle(error),
    onSuccess: (jobId) => {
      void reload(keys.agents());
      void navigate({ to: '.', search: { ...search, job: jobId }, replace: search.job === undefined });
    },
  });
}
