import { useMemo, useState } from 'react';
import { FOREVER, useRead } from '../../data/queries.ts';
import { keys } from '../../data/query-keys.ts';
import { Button } from '../../design/button.tsx';
import { QueryView } from '../../design/query-view.tsx';
import { JsonTree } from '../../json/json-tree.tsx';
import { errand } from '../../session/client.ts';
import { findPassage, type Range, readPath, readRows } from './find-passage.ts';
import { MarkedPage } from './marked-page.tsx';
import { MarkedTable } from './marked-table.tsx';
import { MarkedText } from './marked-text.tsx';
import { type Quote, resourceOf } from './read-output.ts';
import { ReferenceView } from './reference-view.tsx';
import { SourceView } from './source-view.tsx';

// Shows a piece of evidence of an investigation, with the quoted words marked.

type Item = { name: string; source: string; text: string; cut: boolean; saved: string[] };

type ItemViewProps = { jobId: string; artifactKey: string; quotes: readonly Quote[] };

export function ItemView({ jobId, artifactKey, quotes }: ItemViewProps) {
  const query = useRead(
    keys.artifact(jobId, artifactKey),
    async (options) => (await errand.jobs.artifact(jobId, { artifact_key: artifactKey }, options)).result,
    FOREVER,
  );
  const name = artifactKey.split('/').at(-1) ?? artifactKey;
  return (
    <QueryView query={query} rows={3}>
      {(value) => {
        const item = readItem(value);
        return item === undefined ? (
          <JsonTree value={value} label={`Artifact ${name}`} fileName={name} />
        ) : (
          <Views jobId={jobId} item={item} quotes={quotes} />
        );
      }}
    </QueryView>
  );
}

/** Shows the text and its sources: the file of the case, the saved page, its screenshot. */
function Views({ jobId, item, quotes }: { jobId: string; item: Item; quotes: readonly Quote[] }) {
  const [shown, setShown] = useState('text');
  const originals = [
    ...item.saved.map((id) => ({ id, label: /\.html?$/i.test(id) ? 'Saved page' : 'Saved picture' })),
    ...(item.source.startsWith('file ') ? [{ id: 'file', label: 'Document' }] : []),
  ];
  const words = quotes[0]?.quote ?? '';
  return (
    <div className="flex flex-col gap-2">
      {originals.length > 0 && (
        <div className="flex flex-wrap gap-1.5">
          {[{ id: 'text', label: 'Text' }, ...originals].map(({ id, label }) => (
            <Button
              key={id}
              size="sm"
              aria-pressed={shown === id}
              className="aria-pressed:bg-accent-soft aria-pressed:text-accent"
              onClick={() => setShown(id)}
            >
              {label}
            </Button>
          ))}
        </div>
      )}
      {shown === 'text' ? (
        <ItemText item={item} quotes={quotes} />
      ) : shown === 'file' ? (
        <SourceView jobId={jobId} target={{ file: item.name, ...(words !== '' && { quote: words }) }} />
      ) : /\.html?$/i.test(shown) ? (
        <SavedPage jobId={jobId} resourceId={shown} words={words} />
      ) : words === '' ? (
        <ReferenceView jobId={jobId} resourceId={shown} />
      ) : (
        <SourceView jobId={jobId} target={{ file: shown, quote: words }} />
      )}
    </div>
  );
}

function ItemText({ item, quotes }: { item: Item; quotes: readonly Quote[] }) {
  const table = useMemo(() => readRows(item.text), [item.text]);
  const found = useMemo(
    () => quotes.map(({ quote }) => findPassage(item.text, quote)).filter((one): one is Range => one !== undefined),
    [item.text, quotes],
  );
  const place = table && quotes.map(({ path }) => readPath(path)).find((one) => one !== undefined);
  const quoted = quotes.some(({ quote }) => quote !== '');
  return (
    <>
      {table && place ? (
        <MarkedTable
          columns={table.columns}
          rows={table.rows}
          firstRow={1}
          mark={{ row: place.row, ...columnOf(table.columns, place.column) }}
          label={item.name}
        />
      ) : (
        <MarkedText text={item.text} ranges={found} label={item.name} />
      )}
      {quoted && found.length === 0 && place === undefined && (
        <p className="text-muted">
          Quoted: <q>{quotes.map(({ quote }) => quote).join(' … ')}</q>
        </p>
      )}
      {item.cut && <p className="text-warning">The text was too long and was cut when it was read.</p>}
    </>
  );
}

function columnOf(columns: readonly string[], name: string | undefined): { column?: number } {
  const column = name === undefined ? -1 : columns.indexOf(name);
  return column < 0 ? {} : { column };
}

function SavedPage({ jobId, resourceId, words }: { jobId: string; resourceId: string; words: string }) {
  const query = useRead(
    [...keys.reference(jobId, resourceId), 'text'],
    async (options) => (await errand.jobs.reference(jobId, resourceId, {}, options)).text(),
    { staleTime: Number.POSITIVE_INFINITY, gcTime: 60_000 },
  );
  return (
    <QueryView query={query}>
      {(html) => <MarkedPage html={html} words={words} label={`Saved page ${resourceId}`} />}
    </QueryView>
  );
}

/** Reads evidence as investigations store it. Returns undefined for other artifacts. */
function readItem(value: unknown): Item | undefined {
  if (typeof value !== 'object' || value === null) return undefined;
  const { name, source, text, cut, saved } = value as Record<string, unknown>;
  if (typeof text !== 'string' || typeof source !== 'string') return undefined;
  const addresses = Array.isArray(saved)
    ? saved.map((one) => String((one as { address?: unknown })?.address ?? ''))
    : [];
  return {
    name: typeof name === 'string' && name !== '' ? name : source,
    source,
    text,
    cut: cut === true,
    saved: addresses.flatMap((address) => resourceOf(address) ?? []),
  };
}
