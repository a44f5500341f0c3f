import { Plus, Trash2 } from 'lucide-react';
import { useRead } from '../../data/queries.ts';
import { keys } from '../../data/query-keys.ts';
import { readAll } from '../../data/read-all.ts';
import { Button, IconButton } from '../../design/button.tsx';
import { Checkbox } from '../../design/checkbox.tsx';
import { Input } from '../../design/field.tsx';
import { Select } from '../../design/select.tsx';
import { errand } from '../../session/client.ts';

type Grant = { connection: string; methods?: string[]; paths?: string[]; tools?: string[]; tables?: string[] };

const methods = ['GET', 'POST', 'PUT', 'PATCH', 'DELETE'];
const limits = { paths: '/orders/*', tools: 'search, read', tables: 'orders' } as const;

/** Connections that the model may use, each with what it may do there. */
export function ConnectionList({ value, onChange }: { value: unknown; onChange(value: unknown): void }) {
  const all = useRead([...keys.connections(), 'all'], ({ signal }) =>
    readAll((paging) => errand.connections.list(paging, { signal })),
  );
  const grants = Array.isArray(value) ? (value as (string | Grant)[]) : [];
  const set = (next: (string | Grant)[]) => onChange(next.length === 0 ? undefined : next);
  const names = (all.data ?? []).map(({ name }) => name);
  const isFree = (name: string) => !grants.some((one) => nameOf(one) === name);
  return (
    <div className="flex flex-col gap-2">
      {grants.map((grant, index) => (
        <GrantRow
          // biome-ignore lint/suspicious/noArrayIndexKey: the place is the identity while the name is chosen
          key={index}
          grant={typeof grant === 'string' ? { connection: grant } : grant}
          names={names}
          kind={all.data?.find(({ name }) => name === nameOf(grant))?.connector_type}
          onChange={(next) => set(grants.map((one, at) => (at === index ? next : one)))}
          onRemove={() => set(grants.toSpliced(index, 1))}
        />
      ))}
      {all.data?.length === 0 ? (
        <p className="text-muted">There are no connections yet. An admin creates them under Connections.</p>
      ) : (
        <div>
          <Button
            size="sm"
            icon={<Plus size={12} aria-hidden />}
            disabled={!names.some(isFree)}
            onClick={() => set([...grants, { connection: names.find(isFree)! }])}
          >
            Add a connection
          </Button>
        </div>
      )}
    </div>
  );
}

const nameOf = (grant: string | Grant): string => (typeof grant === 'string' ? grant : grant.connection);

type GrantRowProps = {
  grant: Grant;
  names: readonly string[];
  kind: string | undefined;
  onChange(grant: Grant): void;
  onRemove(): void;
};

function GrantRow({ grant, names, kind, onChange, onRemove }: GrantRowProps) {
  const { connection } = grant;
  const known = names.includes(connection) ? names : [connection, ...names];
  // What a kind does not have is only shown where it is already limited.
  const shown = limitsOf(kind).concat(Object.keys(limits).filter((one) => one in grant) as (keyof typeof limits)[]);
  return (
    <div role="group" aria-label={`Connection ${connection}`} className="rounded-sm border border-border p-3">
      <div className="flex items-center gap-2">
        <Select
          label="Connection"
          value={connection}
          onChange={(next) => onChange({ ...grant, connection: next })}
          options={known.map((one) => ({ value: one, label: one }))}
        />
        <IconButton label={`Remove ${connection}`} icon={<Trash2 size={14} aria-hidden />} onClick={onRemove} />
      </div>
      {kind === 'custom_api' && (
        <div className="mt-2 flex flex-wrap gap-x-4 gap-y-1">
          {methods.map((method) => (
            <Checkbox
              key={method}
              label={method}
              checked={(grant.methods ?? ['GET']).includes(method)}
              onChange={(on) => {
                const chosen = (grant.methods ?? ['GET']).filter((one) => one !== method);
                onChange({ ...grant, methods: on ? [...chosen, method] : chosen });
              }}
            />
          ))}
        </div>
      )}
      {[...new Set(shown)].map((limit) => (
        <label key={limit} className="mt-2 flex items-center gap-2">
          <span className="w-28 text-muted">Only these {limit}</span>
          <Input
            type="text"
            placeholder={`all, or ${limits[limit]}`}
            value={(grant[limit] ?? []).join(', ')}
            onChange={(event) => {
              const { [limit]: _, ...rest } = grant;
              const texts = event.target.value.split(',').map((one) => one.trimStart());
              onChange(event.target.value === '' ? rest : { ...grant, [limit]: texts });
            }}
          />
        </label>
      ))}
    </div>
  );
}

function limitsOf(kind: string | undefined): (keyof typeof limits)[] {
  if (kind === 'mcp') return ['tools'];
  if (kind === 'custom_api' || /s3|storage/.test(kind ?? '')) return ['paths'];
  return /postgres|sql|database/.test(kind ?? '') ? ['tables'] : [];
}
