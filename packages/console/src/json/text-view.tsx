import { Download } from 'lucide-react';
import { useState } from 'react';
import { Button } from '../design/button.tsx';
import { formatNumber } from '../design/format.ts';
import { saveText } from './save-text.ts';

const AT_ONCE_CHARACTERS = 100_000;
/** Laying out more would freeze the page for seconds. */
const SHOWN_CHARACTERS_MAX = 2_000_000;

/** Shows text of any length: its beginning, then as much as a page can show, and all of it as a file. */
export function LongText({ text, label, fileName }: { text: string; label: string; fileName: string }) {
  const [all, setAll] = useState(false);
  const shown = all ? SHOWN_CHARACTERS_MAX : AT_ONCE_CHARACTERS;
  return (
    <>
      <TextView text={text.slice(0, shown)} label={label} />
      {text.length > shown && (
        <div className="flex flex-wrap items-center gap-2">
          <span className="text-muted">
            The first {formatNumber(shown)} of {formatNumber(text.length)} characters are shown.
          </span>
          {!all && <Button onClick={() => setAll(true)}>Show more</Button>}
          <Button icon={<Download size={14} aria-hidden />} onClick={() => saveText(text, fileName, 'text/plain')}>
            Download
          </Button>
        </div>
      )}
    </>
  );
}

/** Shows plain text. Markup in it is shown, never interpreted. Scrolls within itself, with the keyboard too. */
export function TextView({ text, label }: { text: string; label: string }) {
  return (
    <section
      tabIndex={0}
      aria-label={label}
      className="max-h-96 overflow-auto rounded-md border border-border bg-surface p-3"
    >
      <pre dir="auto" className="font-mono text-code break-words whitespace-pre-wrap">
        {text}
      </pre>
    </section>
  );
}
