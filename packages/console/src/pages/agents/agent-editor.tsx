import type { EngineType } from '@errand/sdk';
import { type ReactNode, useState } from 'react';
import { Button } from '../../design/button.tsx';
import { Card } from '../../design/card.tsx';
import { Field, Input, Textarea } from '../../design/field.tsx';
import { Tabs } from '../../design/tabs.tsx';
import { Warnings } from '../../design/warnings.tsx';
import { ApprovalForm } from './approval-form.tsx';
import { ConfigForm } from './config-form.tsx';
import { checkDraft, type Draft, type DraftStore } from './draft.ts';
import { DraftPreview } from './draft-preview.tsx';
import { InputEditor } from './input-editor.tsx';
import { JsonInput } from './json-input.tsx';
import { isSchema } from './schema-model.ts';

type AgentEditorProps = {
  store: DraftStore;
  engine: EngineType;
  /** Fields above the form, such as the name of a new agent. */
  head?: ReactNode;
  /** The server's warnings about the base version of the draft. */
  baseWarnings?: string[];
  /** The server's message if it refused the draft. */
  refusal: string | undefined;
  action: string;
  busy: boolean;
  onPublish(draft: Draft): void;
};

/** Edits inputs and configuration, either as forms or as JSON. */
export function AgentEditor(props: AgentEditorProps) {
  const { store, engine, head, baseWarnings = [], refusal, action, busy, onPublish } = props;
  const { draft, change } = store;
  const [view, setView] = useState<'form' | 'json'>('form');
  const [problems, setProblems] = useState<Record<string, string>>({});
  const { errors, warnings } = checkDraft(draft);
  const all = [...errors, ...Object.entries(problems).map(([name, problem]) => `${name}: ${problem}`)];
  const onProblem = (name: string, problem: string | undefined) =>
    setProblems(({ [name]: _, ...rest }) => (problem === undefined ? rest : { ...rest, [name]: problem }));

  return (
    <div className="grid grid-cols-1 items-start gap-5 xl:grid-cols-[3fr_2fr]">
      <div className="flex min-w-0 flex-col gap-5">
        <Warnings
          title="This engine cannot run here yet"
          items={engine.unavailable_reason === null ? [] : [engine.unavailable_reason]}
        />
        <Warnings title="The version you started from has warnings" items={baseWarnings} />
        {store.other && <OtherDraft store={store} />}
        <Card title="Version">
          <div className="flex flex-col gap-4">
            {head}
            <Field label="Name of the version" optional>
              <Input
                type="text"
                dir="auto"
                maxLength={255}
                placeholder="what changed, in a few words"
                value={draft.versionName}
                onChange={(event) => change({ versionName: event.target.value })}
              />
            </Field>
            <Field label="Notes" optional>
              <Textarea
                dir="auto"
                rows={2}
                value={draft.description}
                onChange={(event) => change({ description: event.target.value })}
              />
            </Field>
          </div>
        </Card>
        <Tabs
          label="View"
          value={view}
          onChange={(next) => {
            // Invalid JSON is dropped when the view changes. The last valid value counts.
            setProblems({});
            setView(next);
          }}
          tabs={[
            {
              value: 'form',
              label: 'Form',
              content: (
                <div className="flex flex-col gap-5">
                  <Card title="Inputs">
                    <InputEditor
                      inputs={draft.inputs}
                      isFixed={engine.fixed_inputs}
                      onChange={(inputs) => change({ inputs })}
                    />
                  </Card>
                  <Card title={`${engine.engine_name} configuration`}>
                    <ConfigForm
                      engine={engine}
                      config={draft.config}
                      problems={problems}
                      onChange={(config) => change({ config })}
                      onProblem={onProblem}
                    />
                  </Card>
                  <ApprovalForm approval={draft.approval ?? null} onChange={(approval) => change({ approval })} />
                </div>
              ),
            },
            {
              value: 'json',
              label: 'JSON',
              content: (
                <DraftJson
                  draft={draft}
                  onChange={change}
                  problem={problems.json}
                  onProblem={(problem) => onProblem('json', problem)}
                />
              ),
            },
          ]}
        />
        <Messages title="Must be fixed" list={all} tone="danger" />
        <Messages title="Possible mistakes" list={warnings} tone="warning" />
        {refusal !== undefined && (
          <p role="alert" className="rounded-md bg-danger-soft p-3 text-md text-danger">
            {refusal}
          </p>
        )}
        <div className="sticky bottom-0 flex flex-wrap items-center gap-3 border-t border-border bg-bg py-3">
          <Button variant="primary" busy={busy} disabled={all.length > 0} onClick={() => onPublish(draft)}>
            {action}
          </Button>
          {store.isChanged && (
            <Button variant="quiet" onClick={store.discard}>
              Discard draft
            </Button>
          )}
          <span role="status" className="text-muted">
            {all.length > 0 ? 'Has errors' : store.isChanged ? 'Draft kept in this browser' : 'No changes'}
          </span>
        </div>
      </div>
      <DraftPreview draft={draft} />
    </div>
  );
}

function OtherDraft({ store }: { store: DraftStore }) {
  return (
    <p role="alert" className="flex flex-wrap items-center gap-3 rounded-md bg-warning-soft p-3 text-warning">
      This draft was changed in another tab.
      <Button size="sm" onClick={store.takeOther}>
        Load the other draft
      </Button>
      <Button size="sm" onClick={store.keepOurs}>
        Keep this draft
      </Button>
    </p>
  );
}

type DraftJsonProps = {
  draft: Draft;
  onChange(next: Partial<Draft>): void;
  problem: string | undefined;
  onProblem(problem: string | undefined): void;
};

function DraftJson({ draft, onChange, problem, onProblem }: DraftJsonProps) {
  function read(value: unknown): void {
    const { input_definitions: inputs, engine_config: config } = isSchema(value) ? value : {};
    if (Array.isArray(inputs) && isSchema(config)) onChange({ inputs, config });
    else onProblem('Expected an object with input_definitions (a list) and engine_config (an object).');
  }
  return (
    <Card title="Inputs and configuration">
      <Field label="JSON" error={problem}>
        <JsonInput
          rows={28}
          value={{ input_definitions: draft.inputs, engine_config: draft.config }}
          onProblem={onProblem}
          onChange={read}
        />
      </Field>
    </Card>
  );
}

function Messages({ title, list, tone }: { title: string; list: string[]; tone: 'danger' | 'warning' }) {
  if (list.length === 0) return null;
  const look = tone === 'danger' ? 'bg-danger-soft text-danger' : 'bg-warning-soft text-warning';
  return (
    <div className={`rounded-md p-3 ${look}`}>
      <p className="font-semibold">{title}</p>
      <ul className="ml-4 list-disc">
        {list.map((message) => (
          <li key={message}>{message}</li>
        ))}
      </ul>
    </div>
  );
}
