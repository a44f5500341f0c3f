import type { Agent, AgentVersion, EngineType } from '@errand/sdk';
import { useMutation } from '@tanstack/react-query';
import { useNavigate, useParams, useSearch } from '@tanstack/react-router';
import { useState } from 'react';
import { reload, useRead } from '../../data/queries.ts';
import { keys } from '../../data/query-keys.ts';
import { Button } from '../../design/button.tsx';
import { Dialog } from '../../design/dialog.tsx';
import { ErrorCard } from '../../design/error-card.tsx';
import { PageHeader } from '../../design/page-header.tsx';
import { QueryView } from '../../design/query-view.tsx';
import { RoleNeeded } from '../../design/role-needed.tsx';
import { showToast } from '../../design/toast.ts';
import { useAccess } from '../../session/access.ts';
import { errand } from '../../session/client.ts';
import { useGate } from '../gates/gate-owner.ts';
import { AgentEditor } from './agent-editor.tsx';
import { compareVersions } from './compare-versions.ts';
import { type Draft, useDraft } from './draft.ts';
import { ChangeList } from './version-diff.tsx';

export function EditAgentPage() {
  const { id } = useParams({ from: '/shell/agents/$id/edit' });
  const { version: versionId } = useSearch({ from: '/shell/agents/$id/edit' });
  const { can } = useAccess();
  const agent = useRead(keys.agent(id), (options) => errand.agents.get(id, options));
  const engines = useRead(keys.engines(), async (options) => (await errand.engines.list(options)).engines);
  const version = useRead(keys.version(id, versionId ?? 'current'), (options) =>
    versionId ? errand.versions.get(id, versionId, {}, options) : errand.versions.current(id, {}, options),
  );
  return (
    <QueryView query={agent}>
      {(found) => (
        <>
          <PageHeader
            title={`New version of ${found.name}`}
            id={found.id}
            crumbs={[
              { label: 'Agents', to: '/agents' },
              { label: found.name, to: `/agents/${found.id}` },
            ]}
          />
          <QueryView query={engines}>
            {(list) => {
              const engine = list.find((one) => one.engine_class_id === found.engine_class_id);
              if (!engine) {
                return (
                  <ErrorCard
                    title="Its engine is not installed"
                    error={new Error(`This server does not have the engine ${found.engine_class_id}.`)}
                  />
                );
              }
              if (!can('member')) return <RoleNeeded what="Creating versions" />;
              return (
                <QueryView query={version}>
                  {(base) => <EditAgent key={base.id} agent={found} engine={engine} base={base} />}
                </QueryView>
              );
            }}
          </QueryView>
        </>
      )}
    </QueryView>
  );
}

function EditAgent({ agent, engine, base }: { agent: Agent; engine: EngineType; base: AgentVersion }) {
  const navigate = useNavigate();
  const [checking, setChecking] = useState<Draft>();
  const store = useDraft(agent.id, {
    name: agent.name,
    engineId: agent.engine_class_id,
    versionName: '',
    description: '',
    inputs: base.input_definitions,
    config: base.engine_config,
    approval: base.approval,
    basedOn: base.id,
  });
  const gate = useGate({ kind: 'agent', id: agent.id });
  const isGated = gate.data !== undefined && (gate.data.evaluation_set_id !== null || gate.data.four_eyes);
  const publish = useMutation({
    meta: { quiet: true },
    mutationFn: (draft: Draft) =>
      errand.versions.create(agent.id, {
        base_version_id: base.id,
        version_name: draft.versionName.trim() || undefined,
        description: draft.description.trim(),
        input_definitions: draft.inputs,
        engine_config: draft.config,
        ...(draft.approval !== undefined && { approval: draft.approval }),
      }),
    onSuccess: (version) => {
      store.discard();
      void reload(keys.agents());
      if (isGated) showToast(`Saved ${version.version_name}`, { description: 'It waits until you promote it.' });
      else showToast(`Published ${version.version_name}`, { undo: () => void undo(agent, agent.current_version_id) });
      void navigate({ to: '/agents/$id', params: { id: agent.id }, search: { tab: 'versions' } });
    },
    onSettled: () => setChecking(undefined),
  });
  const isOutdated = store.draft.basedOn !== undefined && store.draft.basedOn !== agent.current_version_id;
  return (
    <>
      <AgentEditor
        store={store}
        engine={engine}
        action="Publish…"
        busy={publish.isPending}
        of={{ agent, base }}
        baseWarnings={base.config_warnings}
        refusal={publish.error}
        onPublish={setChecking}
      />
      {checking && (
        <Dialog
          open
          wide
          onClose={() => setChecking(undefined)}
          title="Publish this version?"
          description={
            isGated
              ? 'The agent has a gate: the version waits until a run of it passes and somebody promotes it.'
              : 'It becomes the current version at once, and jobs that start from then on use it.'
          }
          actions={
            <>
              <Button onClick={() => setChecking(undefined)}>Keep editing</Button>
              <Button variant="primary" busy={publish.isPending} onClick={() => publish.mutate(checking)}>
                Publish
              </Button>
            </>
          }
        >
          {isOutdated && (
            <p className="mb-3 rounded-md bg-warning-soft p-3 text-warning">
              The current version has changed since you started this draft. Your draft does not include those changes.
            </p>
          )}
          <Changes base={base} draft={checking} />
        </Dialog>
      )}
    </>
  );
}

function Changes({ base, draft }: { base: AgentVersion; draft: Draft }) {
  const changes = compareVersions(base, { input_definitions: draft.inputs, engine_config: draft.config });
  return changes.length > 0 ? (
    <ChangeList changes={changes} />
  ) : (
    <p className="text-muted">Inputs and configuration are the same as before.</p>
  );
}

async function undo(agent: Agent, versionId: string): Promise<void> {
  await errand.versions.setCurrent(agent.id, versionId);
  await reload(keys.agents());
  showToast('The previous version is current again');
}
