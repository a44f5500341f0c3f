import type { EngineType } from '@errand/sdk';
import { type ReactNode, useState } from 'react';
import { Button } from '../../design/button.tsx';
import { Field, Textarea } from '../../design/field.tsx';
import { ApprovalForm } from './approval-form.tsx';
import { readSchema } from './compare-versions.ts';
import { ConfigField, Title } from './config-control.tsx';
import type { KeyProblems } from './config-problems.ts';
import type { Draft } from './draft.ts';
import { InputEditor } from './input-editor.tsx';
import { JsonInput } from './json-input.tsx';
import { SchemaBuilder } from './schema-builder.tsx';
import { isSchema } from './schema-model.ts';
import { type ConfigKey, groupKeys, type SectionName, sectionTitles, unknownKeys } from './sections.ts';

type DraftFormProps = {
  draft: Draft;
  engine: EngineType;
  problems: KeyProblems;
  inputProblems: string[];
  onChange(next: Partial<Draft>): void;
  onProblem(name: string, problem: string | undefined): void;
};

const about: Record<SectionName, string> = {
  inputs: 'What a run is given. The configuration refers to an input by its key.',
  task: 'What the agent does with it, in plain words.',
  output: 'The form of the result. Callers rely on it.',
  trust: 'How values are checked, and what happens to those that do not hold.',
  approval: 'Whether people look at a result before anybody gets it.',
  advanced: 'Works well as it is.',
};

/** The draft as a form, in the order in which people think about an agent. */
export function DraftForm({ draft, engine, problems, inputProblems, onChange, onProblem }: DraftFormProps) {
  const groups = groupKeys(engine.config_schema, draft.config);
  const others = unknownKeys(engine.config_schema, draft.config);
  const inputKeys = draft.inputs.map(({ key }) => key);
  const set = (name: string, value: unknown) => {
    const { [name]: _, ...rest } = draft.config;
    // The key keeps its position, so that a change does not reorder the JSON.
    if (value === undefined) onChange({ config: rest });
    else
      onChange({
        config: Object.hasOwn(draft.config, name) ? { ...draft.config, [name]: value } : { ...rest, [name]: value },
      });
  };
  const fieldsOf = (section: SectionName) =>
    groups[section].map((key) => (
      <Key
        key={key.name}
        of={key}
        value={draft.config[key.name]}
        inputs={inputKeys}
        problem={problems[key.name]}
        onChange={(value) => set(key.name, value)}
        onProblem={(problem) => onProblem(key.name, problem)}
      />
    ));
  const advanced = groups.advanced.map(({ name }) => name);
  const isAdvancedUsed =
    Object.keys(others).length > 0 || advanced.some((name) => draft.config[name] !== undefined || problems[name]);
  return (
    <div className="flex flex-col">
      <Section name="inputs">
        <InputEditor inputs={draft.inputs} isFixed={engine.fixed_inputs} onChange={(inputs) => onChange({ inputs })} />
        {inputProblems.length > 0 && (
          <ul role="alert" data-key="inputs" className="text-danger">
            {inputProblems.map((problem) => (
              <li key={problem}>{problem}</li>
            ))}
          </ul>
        )}
        {groups.inputs.length > 0 && (
          <Fold
            title="Where the engine finds them"
            isFolded={groups.inputs.every(({ name }) => isPlain(draft.config[name]) && problems[name] === undefined)}
          >
            {fieldsOf('inputs')}
          </Fold>
        )}
      </Section>
      <Section name="task">{fieldsOf('task')}</Section>
      {groups.output.length > 0 && <Section name="output">{fieldsOf('output')}</Section>}
      {groups.trust.length > 0 && <Section name="trust">{fieldsOf('trust')}</Section>}
      <Section name="approval">
        <ApprovalForm approval={draft.approval ?? null} onChange={(approval) => onChange({ approval })} />
      </Section>
      <Section name="advanced" isFolded={!isAdvancedUsed}>
        {fieldsOf('advanced')}
        <Field label="Notes on this version" optional>
          <Textarea
            dir="auto"
            rows={2}
            value={draft.description}
            onChange={(event) => onChange({ description: event.target.value })}
          />
        </Field>
        {Object.keys(others).length > 0 && (
          <Field
            label="Other keys"
            description="The engine ignores them; they are kept."
            error={problems['other keys']}
          >
            <JsonInput
              value={others}
              rows={4}
              onProblem={(problem) => onProblem('other keys', problem)}
              onChange={(value) => {
                const own = Object.entries(draft.config).filter(([name]) => !Object.hasOwn(others, name));
                onChange({ config: { ...Object.fromEntries(own), ...(isSchema(value) ? value : {}) } });
              }}
            />
          </Field>
        )}
      </Section>
    </div>
  );
}

/** Nothing but an input, or nothing at all. */
const isPlain = (value: unknown): boolean =>
  value === undefined || value === '' || (typeof value === 'string' && /^\$\{\w+\}$/.test(value));

/** Fields that are right for most agents, behind their title. */
function Fold({ title, isFolded, children }: { title: string; isFolded: boolean; children: ReactNode }) {
  const [isOpen, setOpen] = useState<boolean>();
  const shown = isOpen ?? !isFolded;
  return (
    <>
      <div>
        <Button size="sm" variant="quiet" aria-expanded={shown} onClick={() => setOpen(!shown)}>
          {shown ? `Hide: ${title.toLowerCase()}` : title}
        </Button>
      </div>
      {shown && <div className="flex flex-col gap-5 border-l-2 border-border pl-4">{children}</div>}
    </>
  );
}

type SectionProps = { name: SectionName; isFolded?: boolean; children: ReactNode };

function Section({ name, isFolded = false, children }: SectionProps) {
  const [isOpen, setOpen] = useState<boolean>();
  const shown = isOpen ?? !isFolded;
  const canFold = name === 'advanced';
  return (
    <section aria-labelledby={`section-${name}`} className="border-b border-border py-6 first:pt-2 last:border-b-0">
      <div className="mb-4">
        <h2 id={`section-${name}`} className="text-lg font-semibold">
          {canFold ? (
            <button type="button" aria-expanded={shown} className="rounded-sm" onClick={() => setOpen(!shown)}>
              {sectionTitles[name]}
              <span className="ml-2 font-normal text-muted">{shown ? 'Hide' : 'Show'}</span>
            </button>
          ) : (
            sectionTitles[name]
          )}
        </h2>
        <p className="text-muted">{about[name]}</p>
      </div>
      {shown && <div className="flex flex-col gap-5">{children}</div>}
    </section>
  );
}

type KeyProps = {
  of: ConfigKey;
  value: unknown;
  inputs: readonly string[];
  problem: string | undefined;
  onChange(value: unknown): void;
  onProblem(problem: string | undefined): void;
};

function Key({ of: { name, schema, isRequired }, problem, value, ...rest }: KeyProps) {
  const isOutput = schema['x-control'] === 'output-schema' || name === 'output_schema';
  if (!isOutput || (typeof value === 'string' && readSchema(value) === undefined && value.trim() !== ''))
    return (
      <ConfigField {...rest} name={name} schema={schema} isRequired={isRequired} value={value} problem={problem} />
    );
  const read = readSchema(value);
  return (
    <div data-key={name} role="group" aria-label="Output schema" className="flex flex-col gap-1">
      <p className="font-medium">
        <Title name={name} schema={schema} />
      </p>
      <SchemaBuilder schema={isSchema(read) ? read : undefined} isRequired={isRequired} onChange={rest.onChange} />
      {problem !== undefined && (
        <p role="alert" className="text-danger">
          {problem}
        </p>
      )}
    </div>
  );
}
