import type { EvidenceView } from '@errand/sdk';
import { ChevronLeft, ChevronRight } from 'lucide-react';
import { useEffect, useState } from 'react';
import { useRead } from '../../data/queries.ts';
import { keys } from '../../data/query-keys.ts';
import { IconButton } from '../../design/button.tsx';
import { QueryView } from '../../design/query-view.tsx';
import { errand } from '../../session/client.ts';
import { MarkedImage } from './marked-image.tsx';
import { MarkedPage } from './marked-page.tsx';
import { MarkedTable } from './marked-table.tsx';
import { MarkedText } from './marked-text.tsx';

export type EvidenceTarget = { field: string } | { file: string; quote?: string };

/** Shows the source of a value or quotation by its kind, with the place marked. */
export function SourceView({ jobId, target }: { jobId: string; target: EvidenceTarget }) {
  const [page, setPage] = useState<number>();
  const wanted = { ...target, ...(page !== undefined && { page }) };
  const query = useRead(keys.evidence(jobId, wanted), (options) => errand.jobs.evidence(jobId, wanted, options), {
    staleTime: Number.POSITIVE_INFINITY,
    gcTime: 120_000,
  });
  return (
    <QueryView query={query} rows={10}>
      {(view) => (
        <div className="flex flex-col gap-2">
          {view.kind === 'page' && view.pages !== null && view.pages > 1 && (
            <Pages page={view.page ?? 1} pages={view.pages} onChange={setPage} />
          )}
          <Drawn view={view} />
          {view.note !== null && <p className="text-muted">{view.note}</p>}
          {view.cut && <p className="text-muted">Only the part around the place is shown.</p>}
        </div>
      )}
    </QueryView>
  );
}

function Pages({ page, pages, onChange }: { page: number; pages: number; onChange(page: number): void }) {
  return (
    <div className="flex items-center gap-2 text-muted">
      <IconButton
        label="Previous page"
        disabled={page <= 1}
        icon={<ChevronLeft size={16} aria-hidden />}
        onClick={() => onChange(page - 1)}
      />
      <span className="tabular-nums">
        Page {page} of {pages}
      </span>
      <IconButton
        label="Next page"
        disabled={page >= pages}
        icon={<ChevronRight size={16} aria-hidden />}
        onClick={() => onChange(page + 1)}
      />
    </div>
  );
}

function Drawn({ view }: { view: EvidenceView }) {
  const { mark } = view;
  const label = [view.file, view.page !== null && (view.pages ?? 1) > 1 && `page ${view.page}`]
    .filter(Boolean)
    .join(', ');
  if (view.kind === 'page' && view.image) return <PageImage view={view} label={label} />;
  if (view.kind === 'table' && view.table) {
    const { first_row: firstRow, rows, sheet } = view.table;
    const at = mark?.row === undefined ? undefined : { row: mark.row - firstRow, column: (mark.column ?? 1) - 1 };
    return (
      <MarkedTable
        columns={Array.from({ length: rows[0]?.length ?? 0 }, (_, column) => columnName(column + 1))}
        rows={rows}
        firstRow={firstRow}
        mark={at}
        label={[label, sheet].filter(Boolean).join(', ')}
      />
    );
  }
  if (view.kind === 'html') return <MarkedPage html={view.text ?? ''} words={mark?.words ?? ''} label={label} />;
  if (view.kind !== 'text') return null;
  const range = mark?.start === undefined ? [] : [{ start: mark.start, end: mark.end ?? mark.start }];
  return <MarkedText text={view.text ?? ''} ranges={range} label={label} />;
}

function PageImage({ view, label }: { view: EvidenceView; label: string }) {
  const { image } = view;
  const [url, setUrl] = useState<string>();
  useEffect(() => {
    if (image === null) return undefined;
    const bytes = Uint8Array.from(atob(image.data), (character) => character.charCodeAt(0));
    const made = URL.createObjectURL(new Blob([bytes], { type: image.media_type }));
    setUrl(made);
    return () => URL.revokeObjectURL(made);
  }, [image]);
  if (url === undefined) return null;
  return <MarkedImage src={url} alt={label} width={view.width ?? 1} height={view.height ?? 1} box={view.mark?.box} />;
}

function columnName(column: number): string {
  let letters = '';
  for (let rest = column; rest > 0; rest = Math.floor((rest - 1) / 26))
    letters = String.fromCharCode(65 + ((rest - 1) % 26)) + letters;
  return letters;
}
