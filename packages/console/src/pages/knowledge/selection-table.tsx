import type { KnowledgeRef, Typology } from '@errand/sdk';
import { useRead } from '../../data/queries.ts';
import { keys } from '../../data/query-keys.ts';
import { Button } from '../../design/button.tsx';
import { DataTable } from '../../design/data-table.tsx';
import { QueryView } from '../../design/query-view.tsx';
import { Select } from '../../design/select.tsx';
import { errand } from '../../session/client.ts';
import { Tactics } from './tactics.tsx';

export type Refs = readonly KnowledgeRef[];
type SelectionTableProps = { refs: Refs; canWrite: boolean; onChange(refs: Refs): void };

const relevances = (['core', 'watch', 'edge'] as const).map((value) => ({ value, label: value }));

export function SelectionTable({ refs, canWrite, onChange }: SelectionTableProps) {
  const catalog = useRead(keys.typologies(), (options) => errand.knowledge.catalog(options));
  const change = (id: string, part: Partial<KnowledgeRef>): void =>
    onChange(refs.map((ref) => (ref.typologyId === id ? { ...ref, ...part } : ref)));
  return (
    <QueryView query={catalog}>
      {(typologies) => (
        <>
          {refs.length === 0 ? (
            <p className="text-muted">No typologies are selected.</p>
          ) : (
            <DataTable
              label="Selected typologies"
              rows={refs}
              rowKey={(ref) => ref.typologyId}
              rowClass="align-top"
              columns={[
                {
                  header: 'Typology',
                  className: 'max-w-md',
                  cell: (ref) => (
                    <>
                      <div className="font-medium">{ref.typologyName}</div>
                      <div className="text-muted">
                        <bdi>{ref.rationale}</bdi>
                      </div>
                    </>
                  ),
                },
                {
                  header: 'Relevance',
                  cell: (ref) =>
                    canWrite ? (
                      <Select
                        label={`Relevance of ${ref.typologyName}`}
                        value={ref.relevance}
                        options={relevances}
                        onChange={(relevance) => change(ref.typologyId, { relevance })}
                      />
                    ) : (
                      ref.relevance
                    ),
                },
                {
                  header: 'Tactics',
                  cell: (ref) => (
                    <Tactics
                      typology={typologies.find(({ id }) => id === ref.typologyId)}
                      chosen={ref.tacticIds}
                      canWrite={canWrite}
                      onChange={(tacticIds) => change(ref.typologyId, { tacticIds, tacticNames: null })}
                    />
                  ),
                },
                {
                  actions: (ref) =>
                    canWrite && (
                      <Button
                        size="sm"
                        aria-label={`Remove ${ref.typologyName}`}
                        onClick={() => onChange(refs.filter((one) => one !== ref))}
                      >
                        Remove
                      </Button>
                    ),
                },
              ]}
            />
          )}
          {canWrite && <AddTypology typologies={typologies} refs={refs} onAdd={(ref) => onChange([...refs, ref])} />}
        </>
      )}
    </QueryView>
  );
}

type AddTypologyProps = { typologies: Typology[]; refs: Refs; onAdd(ref: KnowledgeRef): void };

function AddTypology({ typologies, refs, onAdd }: AddTypologyProps) {
  const free = typologies.filter(({ id }) => !refs.some((ref) => ref.typologyId === id));
  const options = [
    { value: '', label: 'Add a typology…' },
    ...free.map(({ id, name, category }) => ({ value: id, label: `${name} · ${category}` })),
  ];
  function add(id: string): void {
    const typology = free.find((one) => one.id === id);
    if (typology === undefined) return;
    onAdd({
      typologyId: id,
      typologyName: typology.name,
      relevance: 'watch',
      rationale: '',
      tacticIds: null,
      tacticNames: null,
    });
  }
  return (
    <div className="mt-3 max-w-md">
      <Select<string> label="Add a typology" value="" options={options} onChange={add} />
    </div>
  );
}
