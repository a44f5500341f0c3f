import type { Agent } from '@errand/sdk/agents.ts';
import { ConnectionError } from '@errand/sdk/errors.ts';
import { useMutation, useQuery } from '@tanstack/react-query';
import { Link, useNavigate, useParams, useSearch } from '@tanstack/react-router';
import { useRef } from 'react';
import { buttonClass } from '../../design/button.tsx';
import { Card } from '../../design/card.tsx';
import { EmptyState } from '../../design/empty-state.tsx';
import { PageHeader } from '../../design/page-header.tsx';
import { QueryView } from '../../design/query-view.tsx';
import { queryClient } from '../../query-client.ts';
import { keys } from '../../query-keys.ts';
import { errand } from '../../session/client.ts';
import { LiveJob } from './live-job.tsx';
import { RunForm, type Submission } from './run-form.tsx';

export function RunPage() {
  const { agentId } = useParams({ from: '/shell/run/$agentId' });
  const agent = useQuery({
    queryKey: keys.agent(agentId),
    queryFn: ({ signal }) => errand.agents.get(agentId, signal),
  });
  return <QueryView query={agent}>{(found) => <Run key={found.id} agent={found} />}</QueryView>;
}

function Run({ agent }: { agent: Agent }) {
  const search = useSearch({ from: '/shell/run/$agentId' });
  const navigate = useNavigate();
  const versions = useQuery({
    queryKey: keys.versions(agent.id, { page_size: 100 }),
    queryFn: ({ signal }) => errand.versions.list(agent.id, { page_size: 100 }, signal),
  });
  // The same key until the run was accepted: a try that is repeated after a lost answer makes no second job.
  const idempotencyKey = useRef<string>(crypto.randomUUID());
  const run = useMutation({
    meta: { quiet: true },
    async mutationFn({ mode, inputs, metadata, skipCache, timeoutSeconds, maxCost }: Submission) {
      const body = { inputs, metadata, timeout_seconds: timeoutSeconds, max_cost: maxCost };
      const options = { versionId: search.version, skipCache, idempotencyKey: idempotencyKey.current };
      if (mode === 'wait') return (await errand.runs.run(agent.id, body, options)).jobId;
      return errand.runs.start(agent.id, body, options);
    },
    onSettled: (_result, error) => {
      if (!(error instanceof ConnectionError)) idempotencyKey.current = crypto.randomUUID();
    },
    onSuccess: (jobId) => {
      void queryClient.invalidateQueries({ queryKey: keys.agents() });
      void navigate({ to: '.', search: { ...search, job: jobId }, replace: search.job === undefined });
    },
  });

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
          <Link to="/batches/new" search={{ agent: agent.id }} className={buttonClass()}>
            Run over a CSV file
          </Link>
        }
      />
      <div className="grid items-start gap-5 xl:grid-cols-2">
        <Card title="Inputs">
          <QueryView query={versions}>
            {({ results }) => {
              const version =
                results.find(({ id }) => id === (search.version ?? agent.current_version_id)) ?? results[0]!;
              return (
                <RunForm
                  version={version}
                  versions={results}
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
              );
            }}
          </QueryView>
        </Card>
        {search.job ? (
          <LiveJob key={search.job} jobId={search.job} />
        ) : (
          <EmptyState title="The result appears here">
            Fill in the inputs and press Run. Steps are shown as they happen; the page can be reloaded or closed, the
            job goes on.
          </EmptyState>
        )}
      </div>
    </>
  );
}
