import { Check, Copy } from 'lucide-react';
import { useEffect, useState } from 'react';
import { IconButton } from './button.tsx';
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

/** The clipboard API only exists on secure origins, which a server in the local network is not. */
async function copyText(text: string): Promise<void> {
  if (navigator.clipboard) return navigator.clipboard.writeText(text);
  const area = document.createElement('textarea');
  area.value = text;
  area.className = 'fixed opacity-0';
  document.body.append(area);
  area.select();
  document.execCommand('copy');
  area.remove();
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
