import type { EngineType, JsonObject } from '@errand/sdk';
import { Field } from '../../design/field.tsx';
import { ConfigField } from './config-field.tsx';
import { isAlias } from './config-values.ts';
import { JsonInput } from './json-input.tsx';
import { isSchema, type Schema } from './schema-model.ts';

type ConfigFormProps = {
  engine: EngineType;
  config: JsonObject;
  problems: Record<string, string>;
  onChange(config: JsonObject): void;
  onProblem(name: string, problem: string | undefined): void;
};

/** Edits the configuration by the engine's schema. Unknown keys are kept and shown as JSON. */
export function ConfigForm({ engine, config, problems, onChange, onProblem }: ConfigFormProps) {
  const properties = isSchema(engine.config_schema.properties) ? engine.config_schema.properties : {};
  const required = Array.isArray(engine.config_schema.required) ? engine.config_schema.required.map(String) : [];
  const shown = Object.entries(properties as Record<string, Schema>).filter(
    ([name, schema]) => Object.hasOwn(config, name) || !isAlias(schema),
  );
  const others = Object.fromEntries(Object.entries(config).filter(([name]) => !Object.hasOwn(properties, name)));
  const set = (name: string, value: unknown) => {
    const { [name]: _, ...rest } = config;
    // The key keeps its position, so that a change does not reorder the JSON.
    if (value === undefined) onChange(rest);
    else onChange(Object.hasOwn(config, name) ? { ...config, [name]: value } : { ...rest, [name]: value });
  };
  return (
    <div className="flex flex-col gap-5">
      {shown.map(([name, schema]) => (
        <ConfigField
          key={name}
          name={name}
          schema={schema}
          isRequired={required.includes(name)}
          value={config[name]}
          problem={problems[name]}
          onChange={(value) => set(name, value)}
          onProblem={(problem) => onProblem(name, problem)}
        />
      ))}
      {Object.keys(others).length > 0 && (
        <Field label="Other keys" description="The engine ignores them; they are kept." error={problems['other keys']}>
          <JsonInput
            value={others}
            rows={4}
            onProblem={(problem) => onProblem('other keys', problem)}
            onChange={(value) => {
              const named = Object.fromEntries(Object.entries(config).filter(([name]) => !Object.hasOwn(others, name)));
              onChange({ ...named, ...(isSchema(value) ? value : {}) });
            }}
          />
        </Field>
      )}
    </div>
  );
}
