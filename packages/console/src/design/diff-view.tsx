import { diffWords } from './word-diff.ts';

/** Compares texts word by word, and shows other values before and after. Uses signs besides colours. */
export function DiffView({ before, after }: { before: unknown; after: unknown }) {
  const isText = typeof before === 'string' && typeof after === 'string';
  return (
    <div
      dir="auto"
      className="rounded-sm border border-border bg-surface p-2.5 font-mono text-code break-words whitespace-pre-wrap"
    >
      {isText ? (
        <WordDiff before={before} after={after} />
      ) : (
        <>
          {before !== undefined && <Marked kind="removed" text={write(before)} block />}
          {after !== undefined && <Marked kind="added" text={write(after)} block />}
        </>
      )}
    </div>
  );
}

/** Shows one text with the removed and added words. */
export function WordDiff({ before, after }: { before: string; after: string }) {
  return diffWords(before, after).map((piece, index) =>
    piece.kind === 'same' ? (
      // biome-ignore lint/suspicious/noArrayIndexKey: a piece is its place
      <span key={index}>{piece.text}</span>
    ) : (
      // biome-ignore lint/suspicious/noArrayIndexKey: a piece is its place
      <Marked key={index} kind={piece.kind} text={piece.text} />
    ),
  );
}

function Marked({ kind, text, block }: { kind: 'added' | 'removed'; text: string; block?: boolean }) {
  const sign = kind === 'added' ? '+' : '−';
  const look =
    kind === 'added' ? 'bg-success-soft text-success no-underline' : 'bg-failure-soft text-failure line-through';
  const Tag = kind === 'added' ? 'ins' : 'del';
  return (
    <Tag className={`${look} rounded-sm ${block ? 'block px-1' : ''}`}>
      {block && <span aria-hidden>{sign} </span>}
      {text}
    </Tag>
  );
}

const write = (value: unknown): string => (typeof value === 'string' ? value : JSON.stringify(value, null, 2));
