import { useState } from 'react';
import { useRead } from '../../data/queries.ts';
import { keys } from '../../data/query-keys.ts';
import { readAll } from '../../data/read-all.ts';
import { Input } from '../../design/field.tsx';
import { Select } from '../../design/select.tsx';
import { errand } from '../../session/client.ts';

const MASK = '********';
const REFERENCE = /^\$\{secret\.([\w-]+)\}$/;
const KEEP = 'keep';
const ENTER = 'enter';

type SecretFieldProps = { name: string; value: unknown; onChange(value: string | undefined): void };

/** A secret: one of the organization by name, or a value that is stored with the version and never shown again. */
export function SecretField({ name, value, onChange }: SecretFieldProps) {
  const secrets = useRead([...keys.secrets(), 'all'], ({ signal }) =>
    readAll((paging) => errand.secrets.list(paging, { signal })),
  );
  const text = value === undefined ? '' : String(value);
  const [hadStored] = useState(text === MASK);
  const named = REFERENCE.exec(text)?.[1];
  const names = (secrets.data ?? []).map((one) => one.name);
  const known = named === undefined || names.includes(named) ? names : [named, ...names];
  return (
    <div className="flex flex-col gap-2">
      <Select<string>
        label={`Where ${name} comes from`}
        className="max-w-96"
        value={named === undefined ? (text === MASK ? KEEP : ENTER) : `secret:${named}`}
        onChange={(next) => {
          if (next === KEEP) onChange(MASK);
          else if (next === ENTER) onChange(undefined);
          else onChange(`\${secret.${next.slice('secret:'.length)}}`);
        }}
        options={[
          ...(hadStored ? [{ value: KEEP, label: 'Keep the stored value' }] : []),
          ...known.map((one) => ({ value: `secret:${one}`, label: `Secret ${one}` })),
          { value: ENTER, label: 'Enter a value' },
        ]}
      />
      {named === undefined && text !== MASK && (
        <Input
          type="password"
          autoComplete="off"
          value={text}
          onChange={(event) => onChange(event.target.value || undefined)}
        />
      )}
    </div>
  );
}
