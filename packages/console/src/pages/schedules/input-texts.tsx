import { useRead } from '../../data/queries.ts';
import { keys } from '../../data/query-keys.ts';
import { Field, Textarea } from '../../design/field.tsx';
import { errand } from '../../session/client.ts';

const PREFIX = 'input.';

type InputTextsProps = {
  agentId: string;
  values: Record<string, unknown>;
  /** The placeholder of an empty field. */
  placeholder?(key: string): string;
};

/** One field for each input of the agent. */
export function InputTexts({ agentId, values, placeholder }: InputTextsProps) {
  const version = useRead(
    keys.version(agentId, 'current'),
    (options) => errand.versions.current(agentId, {}, options),
    { enabled: agentId !== '' },
  );
  return version.data?.input_definitions.map(({ key, required, description }) => (
    <Field
      key={`${agentId} ${key}`}
      label={<code className="text-code">{key}</code>}
      name={PREFIX + key}
      optional={required === false}
      {...(description !== '' && { description })}
    >
      <Textarea
        defaultValue={textOf(values[key])}
        placeholder={placeholder?.(key)}
        className="min-h-9 font-mono text-code"
        rows={1}
      />
    </Field>
  ));
}

/** Returns the filled-in values by key. */
export function readInputTexts(form: FormData): Record<string, string> {
  const entries = [...form.entries()].flatMap(([name, value]) =>
    name.startsWith(PREFIX) && value !== '' ? [[name.slice(PREFIX.length), String(value)] as const] : [],
  );
  return Object.fromEntries(entries);
}

const textOf = (value: unknown): string =>
  value === undefined || value === null ? '' : typeof value === 'string' ? value : JSON.stringify(value);
