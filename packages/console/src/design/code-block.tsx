import { useState } from 'react';
import { CopyButton } from './copy.tsx';
import { cx } from './cx.ts';

type CodeBlockProps = {
  code: string;
  label?: string;
  className?: string;
  /** Wraps a long line in a narrow place. */
  wrap?: boolean;
};

export function CodeBlock({ code, label, className, wrap }: CodeBlockProps) {
  return (
    <div className={cx('flex rounded-md border border-border bg-surface', className)}>
      {/* Scrollable content must be reachable with the keyboard. */}
      <section tabIndex={0} aria-label={label ?? 'Code'} className="min-w-0 flex-1 overflow-x-auto p-3">
        <pre className={cx('font-mono text-code', wrap && 'whitespace-pre-wrap wrap-anywhere')}>
          <code>{code}</code>
        </pre>
      </section>
      <div className="shrink-0 p-1.5">
        <CopyButton text={code} label="Copy code" />
      </div>
    </div>
  );
}

const REMEMBERED = 'errand.code-language';

/** Shows code in several languages. The chosen one is remembered for all samples. */
export function CodeTabs({ samples }: { samples: { language: string; code: string }[] }) {
  const [chosen, setChosen] = useState(() => localStorage.getItem(REMEMBERED) ?? samples[0]?.language);
  const sample = samples.find(({ language }) => language === chosen) ?? samples[0];
  if (!sample) return null;
  return (
    <div className="flex flex-col gap-2">
      <div className="flex gap-1" role="group" aria-label="Language">
        {samples.map(({ language }) => (
          <button
            key={language}
            type="button"
            aria-pressed={language === sample.language}
            onClick={() => {
              setChosen(language);
              localStorage.setItem(REMEMBERED, language);
            }}
            className="h-7 rounded-sm px-2.5 font-medium text-muted hover:bg-hover aria-pressed:bg-accent-soft aria-pressed:text-accent"
          >
            {language}
          </button>
        ))}
      </div>
      <CodeBlock code={sample.code} label={`${sample.language} example`} />
    </div>
  );
}
