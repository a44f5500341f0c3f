import { Check, Copy } from 'lucide-react';
import { useEffect, useState } from 'react';
import { IconButton } from './button.tsx';
import { copyText } from './copy-text.ts';
import { cx } from './cx.ts';
import { shortId } from './short-id.ts';

export function useCopy(): [copied: boolean, copy: (text: string) => void] {
  const [copied, setCopied] = useState(false);
  useEffect(() => {
    if (!copied) return undefined;
    const timer = setTimeout(() => setCopied(false), 1_500);
    return () => clearTimeout(timer);
  }, [copied]);
  return [copied, (text) => void copyText(text).then(() => setCopied(true))];
}

export function CopyButton({ text, label = 'Copy' }: { text: string; label?: string }) {
  const [copied, copy] = useCopy();
  return (
    <IconButton
      label={copied ? 'Copied' : label}
      icon={copied ? <Check size={14} aria-hidden /> : <Copy size={14} aria-hidden />}
      onClick={() => copy(text)}
    />
  );
}

/** Shows an id, shortened in the middle. A click copies all of it. */
export function CopyId({ id, className }: { id: string; className?: string }) {
  const [copied, copy] = useCopy();
  return (
    <button
      type="button"
      title={`${id} (click to copy)`}
      aria-label={copied ? undefined : `${shortId(id)}: copy the id ${id}`}
      onClick={() => copy(id)}
      className={cx('min-h-6 rounded-sm px-1 font-mono text-code text-muted hover:bg-hover hover:text-text', className)}
    >
      {copied ? 'copied' : shortId(id)}
    </button>
  );
}
