import { type Connection, useConnection } from '../data/connection.ts';
import { cx } from '../design/cx.ts';

const words: Record<Connection, [word: string, title: string, dot: string]> = {
  live: ['Live', 'Connected: what you see is up to date.', 'bg-success'],
  reconnecting: ['Reconnecting', 'The server does not answer. What you see may be old; it is tried again.', 'bg-retry'],
  offline: ['Offline', 'This device has no network. What you see may be old.', 'bg-failure'],
};

export function LiveIndicator() {
  const connection = useConnection();
  const [word, title, dot] = words[connection];
  return (
    <span role="status" title={title} className="inline-flex items-center gap-1.5 text-xs text-muted">
      <span aria-hidden className={cx('size-2 rounded-full', dot, connection === 'reconnecting' && 'animate-pulse')} />
      {word}
    </span>
  );
}
