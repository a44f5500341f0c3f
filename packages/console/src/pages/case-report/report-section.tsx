import { ArrowDown, ArrowUp, Pencil, X } from 'lucide-react';
import { useState } from 'react';
import { Button, IconButton } from '../../design/button.tsx';
import { cx } from '../../design/cx.ts';
import { nameOf, type Section, type Sentence, type Source, type Written } from './citations.ts';
import { SentenceForm } from './sentence-form.tsx';

type SectionProps = {
  section: Section;
  sources: readonly Source[];
  /** Saves the sentences. Missing for those who may not write. */
  onChange?(sentences: Written[]): Promise<unknown>;
};

/** A section of the report. A sentence opens for editing in its place. */
export function ReportSection({ section, sources, onChange }: SectionProps) {
  const { sentences, title } = section;
  const [open, setOpen] = useState<number | 'new'>();
  const close = () => setOpen(undefined);
  return (
    <section aria-label={title} className="flex flex-col gap-2">
      <h2 className="font-semibold text-lg">{title}</h2>
      {sentences.length === 0 && open !== 'new' && <p className="text-faint">Nothing yet.</p>}
      {sentences.map((sentence, index) =>
        open === index ? (
          <SentenceForm
            // biome-ignore lint/suspicious/noArrayIndexKey: a sentence has no other name than its place.
            key={index}
            sentence={sentence}
            sources={sources}
            onCancel={close}
            save={(written) =>
              onChange!([...sentences.slice(0, index), ...written, ...sentences.slice(index + 1)]).then(close)
            }
          />
        ) : (
          <SentenceLine
            // biome-ignore lint/suspicious/noArrayIndexKey: a sentence has no other name than its place.
            key={index}
            sentence={sentence}
            sources={sources}
            {...(onChange && {
              onEdit: () => setOpen(index),
              onRemove: () => void onChange(sentences.toSpliced(index, 1)).catch(() => undefined),
              onMove: (by: number) => void onChange(moved(sentences, index, by)).catch(() => undefined),
            })}
          />
        ),
      )}
      {onChange &&
        (open === 'new' ? (
          <SentenceForm
            sources={sources}
            onCancel={close}
            save={(written) => onChange([...sentences, ...written]).then(close)}
          />
        ) : (
          <div>
            <Button size="sm" aria-label={`Add to ${title}`} onClick={() => setOpen('new')}>
              Add a sentence…
            </Button>
          </div>
        ))}
    </section>
  );
}

function moved(sentences: readonly Sentence[], from: number, by: number): Sentence[] {
  const to = Math.max(0, Math.min(sentences.length - 1, from + by));
  return sentences.toSpliced(from, 1).toSpliced(to, 0, sentences[from]!);
}

type LineProps = {
  sentence: Sentence;
  sources: readonly Source[];
  onEdit?: () => void;
  onRemove?: () => void;
  onMove?: (by: number) => void;
};

/** A sentence with what it rests on. One without support has a mark at its side and says why. */
function SentenceLine({ sentence, sources, onEdit, onRemove, onMove }: LineProps) {
  const { text, citations, status, problem } = sentence;
  const start = text.slice(0, 40);
  return (
    <div
      className={cx(
        'group flex items-start gap-2 border-l-2 pl-3',
        status === 'unsupported' ? 'border-warning bg-warning-soft/40' : 'border-border',
      )}
    >
      <div className="min-w-0 flex-1">
        <p dir="auto" className="whitespace-pre-wrap break-words text-md">
          {text}
        </p>
        <ul className="flex flex-wrap gap-x-3 text-muted text-xs">
          {citations.map((citation, index) => (
            // biome-ignore lint/suspicious/noArrayIndexKey: one source may be cited twice.
            <li key={index}>
              <bdi>{nameOf(sources, citation)}</bdi>
              {citation.quote && (
                <>
                  : <q dir="auto">{citation.quote}</q>
                </>
              )}
            </li>
          ))}
          {status === 'cited' && <li className="text-faint">Cited, no words compared.</li>}
          {status === 'unsupported' && <li className="text-warning">Unsupported: {problem ?? 'it cites nothing.'}</li>}
        </ul>
      </div>
      {onEdit && (
        <span className="flex shrink-0 opacity-60 group-focus-within:opacity-100 group-hover:opacity-100">
          <IconButton label={`Edit: ${start}`} icon={<Pencil size={14} aria-hidden />} onClick={onEdit} />
          <IconButton label={`Up: ${start}`} icon={<ArrowUp size={14} aria-hidden />} onClick={() => onMove?.(-1)} />
          <IconButton label={`Down: ${start}`} icon={<ArrowDown size={14} aria-hidden />} onClick={() => onMove?.(1)} />
          <IconButton label={`Remove: ${start}`} icon={<X size={14} aria-hidden />} onClick={() => onRemove?.()} />
        </span>
      )}
    </div>
  );
}
