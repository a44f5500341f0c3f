import { useRead } from '../../data/queries.ts';
import { keys } from '../../data/query-keys.ts';
import { Select } from '../../design/select.tsx';
import { errand } from '../../session/client.ts';
import type { Schema } from './schema-model.ts';

type ValueProps = { value: unknown; onChange(value: unknown): void };

export function EnumSelect({ schema, value, onChange }: ValueProps & { schema: Schema }) {
  const all = (schema.enum as unknown[]).filter((one, index, list) => list.map(String).indexOf(String(one)) === index);
  const read = (text: string) => all.find((one) => String(one) === text) ?? text;
  return (
    <Choice value={value} options={all.map(String)} schema={schema} onChange={(text) => onChange(text && read(text))} />
  );
}

type ChoiceProps = {
  value: unknown;
  options: readonly string[];
  schema: Schema;
  onChange(value: string | undefined): void;
};

function Choice({ value, options, schema, onChange }: ChoiceProps) {
  const given = value === undefined ? '' : String(value);
  const known = given === '' || options.includes(given) ? options : [given, ...options];
  return (
    <Select
      className="max-w-96"
      value={given}
      onChange={(next) => onChange(next === '' ? undefined : next)}
      options={[
        { value: '', label: schema.default === undefined ? 'Not set' : `Default: ${String(schema.default)}` },
        ...known.map((one) => ({ value: one, label: one })),
      ]}
    />
  );
}

export function ModelSelect({ value, onChange }: ValueProps) {
  const models = useRead(keys.models(), async (options) => (await errand.engines.models({}, options)).models);
  const names = (models.data ?? []).map((model) => model.id);
  return <Choice value={value} options={names} schema={{ default: 'of the installation' }} onChange={onChange} />;
}
