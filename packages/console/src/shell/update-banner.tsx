import { useEffect, useState } from 'react';
import { onReconnect } from '../data/connection.ts';
import { Button } from '../design/button.tsx';

const LOOK_MS = 10 * 60_000;

/** Says when the server has a newer console. A server that was away may have been updated. */
export function UpdateBanner() {
  const [isOld, setIsOld] = useState(false);
  useEffect(() => {
    const look = () => void readScript().then((name) => setIsOld(name !== undefined && name !== ownScript()));
    const timer = setInterval(() => document.visibilityState === 'visible' && look(), LOOK_MS);
    const stop = onReconnect(look);
    return () => {
      clearInterval(timer);
      stop();
    };
  }, []);
  if (!isOld) return null;
  return (
    <div role="status" className="mb-4 flex flex-wrap items-center gap-3 rounded-md bg-accent-soft p-3 text-accent">
      The server was updated. Drafts are kept when you reload.
      <Button size="sm" onClick={() => location.reload()}>
        Reload
      </Button>
    </div>
  );
}

const ownScript = (): string | undefined =>
  document.querySelector('script[type="module"][src]')?.getAttribute('src') ?? undefined;

/** Reads the name of the main file, which is derived from its content. */
async function readScript(): Promise<string | undefined> {
  const answer = await fetch('/', { cache: 'no-store', headers: { accept: 'text/html' } }).catch(() => undefined);
  const text = answer?.ok ? await answer.text().catch(() => '') : '';
  return /<script[^>]+type="module"[^>]*\ssrc="([^"]+)"/.exec(text)?.[1];
}
