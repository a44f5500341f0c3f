import type { EngineType } from '@errand/sdk';
import { Link, useNavigate, useSearch } from '@tanstack/react-router';
import { TriangleAlert } from 'lucide-react';
import { useRef } from 'react';
import { reload, useChange, useRead } from '../../data/queries.ts';
import { keys } from '../../data/query-keys.ts';
import { Badge } from '../../design/badge.tsx';
import { Field, Input } from '../../design/field.tsx';
import { PageHeader } from '../../design/page-header.tsx';
import { QueryView } from '../../design/query-view.tsx';
import { RoleNeeded } from '../../design/role-needed.tsx';
import { showToast } from '../../design/toast.ts';
import { useAccess } from '../../session/access.ts';
import { errand } from '../../session/client.ts';
import { AgentEditor } from './agent-editor.tsx';
import { type Draft, useDraft } from './draft.ts';
import { groupEngines } from './engine-groups.ts';

export function NewAgentPage() {
  const { engine: engineId } = useSearch({ from: '/shell/agents/new' });
  const { can, organization } = useAccess();
  const engines = useRead(keys.engines(), async (options) => (await errand.engines.list(options)).engines);
  return (
    <>
      <PageHeader title="New agent" crumbs={[{ label: 'Agents', to: '/agents' }]} />
      {!can('member') ? (
        <RoleNeeded what="Creating agents" />
      ) : (
        <QueryView query={engines}>
          {(list) => {
            const engine = list.find((one) => one.engine_class_id === engineId);
            return engine && organization ? (
              <NewAgent key={engine.engine_class_id} engine={engine} orgId={organization.id} />
            ) : (
              <EngineChoice engines={list} />
            );
          }}
        </QueryView>
      )}
    </>
  );
}

function EngineChoice({ engines }: { engines: readonly EngineType[] }) {
  return (
    <section aria-labelledby="engines">
      <h2 id="engines" className="mb-3 text-lg font-semibold">
        What should it do?
      </h2>
      <div className="flex flex-col gap-6">
        {groupEngines(engines).map((group) => (
          <section key={group.title} aria-label={group.title}>
            <h3 className="mb-2 font-semibold text-muted">{group.title}</h3>
            <ul className="grid gap-3 md:grid-cols-2 xl:grid-cols-3">
              {group.engines.map(({ engine, startHere }) => (
                <EngineCard key={engine.engine_class_id} engine={engine} startHere={startHere} />
              ))}
            </ul>
          </section>
        ))}
      </div>
    </section>
  );
}

function EngineCard({ engine, startHere }: { engine: EngineType; startHere: boolean }) {
  return (
    <li>
      <Link
        to="/agents/new"
        search={{ engine: engine.engine_class_id }}
        className="flex h-full flex-col gap-1 rounded-md border border-border bg-raised p-4 hover:border-accent hover:bg-hover"
      >
        <span className="flex flex-wrap items-center gap-2">
          <span className="text-lg font-semibold">{engine.engine_name}</span>
          {startHere && <Badge>start here</Badge>}
        </span>
        <span className="text-muted">{engine.description}</span>
        {engine.unavailable_reason !== null && (
          <span className="mt-auto flex items-start gap-1.5 pt-1 text-warning">
            <TriangleAlert size={14} aria-hidden className="mt-0.5 shrink-0" /> {engine.unavailable_reason}
          </span>
        )}
      </Link>
    </li>
  );
}

function NewAgent({ engine, orgId }: { engine: EngineType; orgId: string }) {
  const navigate = useNavigate();
  /** Whether the agent was created to be tried, so that its editor is next. */
  const isTrial = useRef(false);
  const store = useDraft(`${orgId}.new.${engine.engine_class_id}`, {
    name: '',
    engineId: engine.engine_class_id,
    versionName: '',
    description: '',
    inputs: engine.input_schema,
    config: engine.default_engine_config,
  });
  const create = useChange(
    (draft: Draft) =>
      errand.agents.create({
        name: draft.name.trim(),
        engine_class_id: draft.engineId,
        version_name: draft.versionName.trim() || undefined,
        description: draft.description.trim() || undefined,
        input_definitions: draft.inputs,
        engine_config: draft.config,
        ...(draft.approval && { approval: draft.approval }),
      }),
    (agent) => {
      store.discard();
      void reload(keys.agents());
      showToast(`Created ${agent.name}`);
      if (isTrial.current) void navigate({ to: '/agents/$id/edit', params: { id: agent.id }, search: {} });
      else void navigate({ to: '/agents/$id', params: { id: agent.id } });
    },
    'quiet',
  );
  function save(draft: Draft, triesIt: boolean): void {
    isTrial.current = triesIt;
    if (draft.name.trim() === '') document.getElementById('agent-name')?.focus();
    else create.mutate(draft);
  }
  return (
    <AgentEditor
      store={store}
      engine={engine}
      action="Create agent"
      busy={create.isPending}
      refusal={create.error}
      onPublish={(draft) => save(draft, false)}
      onTry={(draft) => save(draft, true)}
      head={
        <Field label="Name of the agent">
          <Input
            id="agent-name"
            type="text"
            dir="auto"
            required
            maxLength={200}
            value={store.draft.name}
            onChange={(event) => store.change({ name: event.target.value })}
          />
        </Field>
      }
    />
  );
}
