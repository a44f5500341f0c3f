import { type Agent, type AgentVersion, type EngineType, ErrandError } from '@errand/sdk';
import { type ReactNode, useRef, useState } from 'react';
import { Button } from '../../design/button.tsx';
import { Card } from '../../design/card.tsx';
import { Field, Input } from '../../design/field.tsx';
import { Tabs } from '../../design/tabs.tsx';
import { Warnings } from '../../design/warnings.tsx';
import { findConfigProblems, type KeyProblems, sortRefusal } from './config-problems.ts';
import { checkDraft, type Draft, type DraftStore } from './draft.ts';
import { DraftForm } from './draft-form.tsx';
import { JsonInput } from './json-input.tsx';
import { SampleRun } from './sample-run.tsx';
import { isSchema } from './schema-model.ts';

type AgentEditorProps = {
  store: DraftStore;
  engine: EngineType;
  /** The agent and the version that the draft is based on, unless the agent is new. */
  of?: { agent: Agent; base: AgentVersion };
  /** Fields above the form, such as the name of a new agent. */
  head?: ReactNode;
  /** The server's warnings about the base version of the draft. */
  baseWarnings?: string[];
  /** What the server said when it refused the draft. */
  refusal: Error | null;
  action: string;
  busy: boolean;
  onPublish(draft: Draft): void;
  /** Stores a new agent to try it. */
  onTry?(draft: Draft): void;
};

/** Edits inputs and configuration, as a form or as JSON, with a sample run beside it. */
export function AgentEditor(props: AgentEditorProps) {
  const { store, engine, of, head, baseWarnings = [], refusal, action, busy, onPublish, onTry } = props;
  const { draft, change } = store;
  const [view, setView] = useState<'form' | 'json'>('form');
  const [unreadable, setUnreadable] = useState<KeyProblems>({});
  const [wasTried, setTried] = useState(false);
  const form = useRef<HTMLDivElement>(null);
  const { errors, warnings } = checkDraft(draft);
  const found = findConfigProblems(engine.config_schema, draft.config);
  const refused = sortRefusal(refusal instanceof ErrandError ? refusal.fields : {}, engine.config_schema);
  // A required field is empty at first. It is told when somebody wants to go on without it.
  const told = wasTried ? found : Object.fromEntries(Object.entries(found).filter(([, one]) => one !== 'Required.'));
  const problems = { ...refused.keys, ...told, ...unreadable };
  const isBad = errors.length > 0 || Object.keys({ ...found, ...unreadable }).length > 0;
  const onProblem = (name: string, problem: string | undefined) =>
    setUnreadable(({ [name]: _, ...rest }) => (problem === undefined ? rest : { ...rest, [name]: problem }));

  /** Goes on, or to the first field that is not right. */
  function attempt(go: (draft: Draft) => void): void {
    setTried(true);
    if (!isBad) go(draft);
    else setTimeout(() => focusProblem(form.current));
  }

  const rest = [
    ...refused.rest,
    ...(refusal && Object.keys(problemsOf(refusal)).length === 0 ? [refusal.message] : []),
  ];
  return (
    <div className="grid grid-cols-1 items-start gap-6 xl:grid-cols-[minmax(0,3fr)_minmax(0,2fr)]">
      <div ref={form} className="flex min-w-0 flex-col gap-5">
        <Warnings
          title="This engine cannot run here yet"
          items={engine.unavailable_reason === null ? [] : [engine.unavailable_reason]}
        />
        <Warnings title="The version you started from has warnings" items={baseWarnings} />
        {store.other && <OtherDraft store={store} />}
        {head}
        <Tabs
          label="View"
          value={view}
          onChange={(next) => {
            // Invalid JSON is dropped when the view changes. The last valid value counts.
            setUnreadable({});
            setView(next);
          }}
          tabs={[
            {
              value: 'form',
              label: 'Form',
              content: (
                <DraftForm
                  draft={draft}
                  engine={engine}
                  problems={problems}
                  inputProblems={[...errors, ...refused.inputs]}
                  onChange={change}
                  onProblem={onProblem}
                />
              ),
            },
            {
              value: 'json',
              label: 'JSON',
              content: (
                <DraftJson
                  draft={draft}
                  onChange={change}
                  problem={unreadable.json ?? Object.values(problems)[0]}
                  onProblem={(problem) => onProblem('json', problem)}
                />
              ),
            },
          ]}
        />
        <Messages title="Possible mistakes" list={warnings} />
        {rest.length > 0 && (
          <p role="alert" className="rounded-md bg-danger-soft p-3 text-md text-danger">
            {rest.join(' ')}
          </p>
        )}
        <PublishBar
          store={store}
          action={action}
          busy={busy}
          hasErrors={isBad && wasTried}
          onPublish={() => attempt(onPublish)}
        />
      </div>
      <SampleRun
        draft={draft}
        of={of}
        problem={isBad ? 'Fill in what is missing to run it.' : undefined}
        saving={busy}
        onSave={onTry && (() => attempt(onTry))}
      />
    </div>
  );
}

type PublishBarProps = { store: DraftStore; action: string; busy: boolean; hasErrors: boolean; onPublish(): void };

const PublishBar = ({ store, action, busy, hasErrors, onPublish }: PublishBarProps) => (
  <div className="sticky bottom-(--bar-height) z-10 flex flex-wrap items-center gap-3 border-t border-border bg-bg py-3">
    <Field label={<span className="sr-only">Name of the version</span>} className="min-w-40 flex-1">
      <Input
        type="text"
        dir="auto"
        maxLength={255}
        placeholder="What changed, in a few words"
        value={store.draft.versionName}
        onChange={(event) => store.change({ versionName: event.target.value })}
      />
    </Field>
    <Button variant="primary" busy={busy} onClick={onPublish}>
      {action}
    </Button>
    {store.isChanged && (
      <Button variant="quiet" onClick={store.discard}>
        Discard draft
      </Button>
    )}
    <span role="status" className="text-muted">
      {hasErrors ? 'Has errors' : store.isChanged ? 'Draft kept in this browser' : 'No changes'}
    </span>
  </div>
);

const problemsOf = (error: Error) => (error instanceof ErrandError ? error.fields : {});

function focusProblem(form: HTMLElement | null): void {
  const message = form?.querySelector('[role=alert], .text-danger, [aria-invalid=true]');
  const part = message?.closest('[data-key]') ?? form;
  const field = part?.querySelector<HTMLElement>('textarea, input:not([type=hidden]), button, [tabindex="0"]');
  field?.focus();
  field?.scrollIntoView({ block: 'center' });
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
      <div data-key="json">
        <Field label="JSON" error={problem}>
          <JsonInput
            rows={28}
            value={{ input_definitions: draft.inputs, engine_config: draft.config }}
            onProblem={onProblem}
            onChange={read}
          />
        </Field>
      </div>
    </Card>
  );
}

function Messages({ title, list }: { title: string; list: string[] }) {
  if (list.length === 0) return null;
  return (
    <div className="rounded-md bg-warning-soft p-3 text-warning">
      <p className="font-semibold">{title}</p>
      <ul className="ml-4 list-disc">
        {list.map((message) => (
          <li key={message}>{message}</li>
        ))}
      </ul>
    </div>
  );
}
