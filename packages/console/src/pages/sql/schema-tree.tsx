import type { Table } from '@errand/sdk';
import { Link } from '@tanstack/react-router';
import { Bot, ChevronDown, ChevronRight, Plug, Table2 } from 'lucide-react';
import { useState } from 'react';
import { controlClass } from '../../design/field.tsx';
import { Skeleton } from '../../design/skeleton.tsx';
import { agentCall } from './agent-call.ts';
import type { Catalog } from './list-columns.ts';
import { quoteName, writeSource } from './read-sql.ts';

const SEARCH_FROM = 12;

const frameClass =
  'flex flex-col gap-4 overflow-y-auto text-sm max-lg:h-60 max-lg:rounded-md max-lg:border max-lg:border-border max-lg:p-3 lg:max-h-[calc(100dvh-9rem)]';

type SchemaTreeProps = { catalog: Catalog; isPending: boolean; onInsert(text: string): void };

/** Shows tables with their columns, connections and agents. A click inserts them into the editor. */
export function SchemaTree({ catalog, isPending, onInsert }: SchemaTreeProps) {
  const [wanted, setWanted] = useState('');
  const fits = ({ name }: { name: string }) => name.toLowerCase().includes(wanted.trim().toLowerCase());
  const tables = catalog.tables.filter(fits);
  const agents = catalog.agents.filter(fits);
  const connections = catalog.connections.filter(fits);
  if (isPending) {
    return (
      <nav aria-label="Catalog" className={frameClass}>
        <Skeleton rows={5} />
      </nav>
    );
  }
  return (
    <nav aria-label="Catalog" className={frameClass}>
      {catalog.tables.length + catalog.connections.length + catalog.agents.length > SEARCH_FROM && (
        <input
          aria-label="Find a table, a connection or an agent"
          placeholder="Find"
          value={wanted}
          onChange={(event) => setWanted(event.target.value)}
          className={`${controlClass} h-8 shrink-0`}
        />
      )}
      <section aria-label="Tables">
        <h2 className="mb-1 text-xs font-medium text-muted">Tables</h2>
        {catalog.tables.length === 0 && (
          <p className="text-muted">
            None yet.{' '}
            <Link to="/tables" className="text-accent underline">
              Go to tables
            </Link>
          </p>
        )}
        <ul>
          {tables.map((table) => (
            <TableNode key={table.name} table={table} written={quoteName(table.name)} onInsert={onInsert} />
          ))}
        </ul>
      </section>
      <section aria-label="Tables of the service">
        <h2 className="mb-1 text-xs font-medium text-muted">Errand</h2>
        <ul>
          {catalog.system.filter(fits).map((table) => (
            <TableNode key={table.name} table={table} written={table.name} onInsert={onInsert} />
          ))}
        </ul>
      </section>
      {catalog.connections.length > 0 && (
        <section aria-label="Connections">
          <h2 className="mb-1 text-xs font-medium text-muted">Connections</h2>
          <ul>
            {connections.map(({ id, name, connector_display_name: kind }) => (
              <li key={id}>
                <button
                  type="button"
                  title={`Insert rows of it (${kind})`}
                  onClick={() => onInsert(writeSource(name))}
                  className="flex min-h-6 w-full items-center gap-1.5 rounded-sm px-1 text-left hover:bg-hover"
                >
                  <Plug size={13} aria-hidden className="shrink-0 text-muted" />
                  <bdi className="truncate">{name}</bdi>
                </button>
              </li>
            ))}
          </ul>
        </section>
      )}
      <section aria-label="Agents">
        <h2 className="mb-1 text-xs font-medium text-muted">Agents</h2>
        <ul>
          {agents.map((agent) => (
            <li key={agent.id}>
              <button
                type="button"
                title="Insert a call of this agent"
                onClick={() => void agentCall(catalog, agent.id, true).then(onInsert)}
                className="flex min-h-6 w-full items-center gap-1.5 rounded-sm px-1 text-left hover:bg-hover"
              >
                <Bot size={13} aria-hidden className="shrink-0 text-muted" />
                <bdi className="truncate">{agent.name}</bdi>
              </button>
            </li>
          ))}
        </ul>
      </section>
    </nav>
  );
}

type TableNodeProps = {
  table: Table;
  /** Its name in SQL. */
  written: string;
  onInsert(text: string): void;
};

function TableNode({ table, written, onInsert }: TableNodeProps) {
  const [isOpen, setIsOpen] = useState(false);
  return (
    <li>
      <div className="flex items-center">
        <button
          type="button"
          aria-expanded={isOpen}
          aria-label={`Columns of ${table.name}`}
          onClick={() => setIsOpen(!isOpen)}
          className="flex size-6 items-center justify-center rounded-sm hover:bg-hover"
        >
          {isOpen ? <ChevronDown size={13} aria-hidden /> : <ChevronRight size={13} aria-hidden />}
        </button>
        <button
          type="button"
          title="Insert its name"
          onClick={() => onInsert(written)}
          className="flex min-h-6 min-w-0 flex-1 items-center gap-1.5 rounded-sm px-1 text-left hover:bg-hover"
        >
          <Table2 size={13} aria-hidden className="shrink-0 text-muted" />
          <bdi className="truncate">{table.name}</bdi>
        </button>
      </div>
      {isOpen && (
        <ul className="ml-7 border-l border-border pl-2">
          {table.columns.map((column) => (
            <li key={column.name}>
              <button
                type="button"
                title="Insert its name"
                onClick={() => onInsert(quoteName(column.name))}
                className="flex min-h-6 w-full items-baseline justify-between gap-2 rounded-sm px-1 text-left hover:bg-hover"
              >
                <bdi className="truncate">{column.name}</bdi>
                <span className="shrink-0 text-xs text-muted">{column.type}</span>
              </button>
            </li>
          ))}
        </ul>
      )}
    </li>
  );
}
