import type { Agent, AgentUpdateBody } from '@errand/sdk';
import { useState } from 'react';
import { reload, useChange, useRead } from '../../data/queries.ts';
import { queryClient } from '../../data/query-client.ts';
import { keys } from '../../data/query-keys.ts';
import { Button } from '../../design/button.tsx';
import { Card } from '../../design/card.tsx';
import { Checkbox, Switch } from '../../design/checkbox.tsx';
import { Field, Input } from '../../design/field.tsx';
import { SaveForm } from '../../design/save-form.tsx';
import { showToast } from '../../design/toast.ts';
import { useAccess } from '../../session/access.ts';
import { errand } from '../../session/client.ts';
import { GateCard } from '../gates/gate-card.tsx';
import { ReviewPlanCard } from './review-plan-card.tsx';

export function SettingsTab({ agent }: { agent: Agent }) {
  const { can } = useAccess();
  const put = (changed: Agent) => {
    queryClient.setQueryData(keys.agent(agent.id), changed);
    void reload(keys.agents());
  };
  const change = useChange((changes: AgentUpdateBody) => errand.agents.update(agent.id, changes), put);
  const isLocked = !can('member');
  return (
    <div className="grid max-w-3xl gap-5">
      {isLocked && <p className="text-muted">You can view these settings. Changing them needs the role member.</p>}
      <Card title="Name">
        <SaveForm
          inline
          action="Rename"
          isLocked={isLocked}
          save={(text) => errand.agents.update(agent.id, { name: text('name') })}
          onSaved={(changed) => {
            put(changed);
            showToast('Renamed');
          }}
        >
          <Field label="Name" name="name" className="flex-1">
            <Input type="text" dir="auto" required maxLength={200} defaultValue={agent.name} />
          </Field>
        </SaveForm>
      </Card>
      <Card title="Cache">
        <div className="flex flex-col gap-2">
          <Switch
            checked={!agent.disable_cache}
            disabled={isLocked}
            onChange={(on) => change.mutate({ disable_cache: !on })}
            label="Reuse the result of an earlier job with the same version and inputs"
          />
          <Switch
            checked={agent.cache_failed_jobs}
            disabled={isLocked}
            onChange={(on) => change.mutate({ cache_failed_jobs: on })}
            label="Reuse failures too"
          />
          <SaveForm
            action="Save"
            isLocked={isLocked || agent.disable_cache}
            save={(text) => {
              const hours = Number(text('cache-age'));
              return errand.agents.update(agent.id, {
                cache_max_age_seconds: hours > 0 ? Math.round(hours * 3_600) : null,
              });
            }}
            onSaved={(changed) => {
              put(changed);
              showToast('Saved');
            }}
          >
            <Field
              label="Reuse results for at most (hours)"
              name="cache-age"
              description="Leave empty to reuse results of any age."
            >
              <Input
                type="number"
                min="0.01"
                step="any"
                max="87600"
                placeholder="any age"
                key={agent.cache_max_age_seconds}
                defaultValue={agent.cache_max_age_seconds === null ? '' : agent.cache_max_age_seconds / 3_600}
              />
            </Field>
          </SaveForm>
        </div>
      </Card>
      <GateCard owner={{ kind: 'agent', id: agent.id }} />
      <ReviewPlanCard agent={agent} isLocked={isLocked} />
      <Tags agent={agent} isLocked={isLocked} />
    </div>
  );
}

function Tags({ agent, isLocked }: { agent: Agent; isLocked: boolean }) {
  const [name, setName] = useState('');
  const tags = useRead(keys.tags(), (options) => errand.tags.list(options));
  const reloadAll = () => {
    void reload(keys.agents());
    void reload(keys.tags());
  };
  const set = useChange((ids: string[]) => errand.agents.setTags(agent.id, { tag_ids: ids }), reloadAll);
  const add = useChange(
    async () => {
      const tag = await errand.tags.create({ name: name.trim() });
      await errand.agents.setTags(agent.id, { tag_ids: [...agent.tags.map(({ id }) => id), tag.id] });
    },
    () => {
      setName('');
      reloadAll();
    },
  );
  const chosen = agent.tags.map(({ id }) => id);
  return (
    <Card title="Tags">
      <div className="flex flex-col gap-3">
        <div className="flex flex-wrap gap-x-4 gap-y-1">
          {(tags.data ?? []).map((tag) => (
            <Checkbox
              key={tag.id}
              checked={chosen.includes(tag.id)}
              disabled={isLocked}
              onChange={(on) => set.mutate(on ? [...chosen, tag.id] : chosen.filter((id) => id !== tag.id))}
              label={tag.name}
            />
          ))}
          {tags.data?.length === 0 && <p className="text-muted">No tags yet.</p>}
        </div>
        <form
          className="flex items-end gap-2"
          onSubmit={(event) => {
            event.preventDefault();
            add.mutate();
          }}
        >
          <Field label="New tag">
            <Input
              type="text"
              required
              maxLength={50}
              value={name}
              disabled={isLocked}
              onChange={(event) => setName(event.target.value)}
            />
          </Field>
          <Button type="submit" disabled={isLocked} busy={add.isPending}>
            Add
          </Button>
        </form>
      </div>
    </Card>
  );
}
