import { type Connection, useConnection } from '../data/connection.ts';
import { cx } from '../design/cx.ts';

const words: Record<Connection, [word: string, title: string, dot: string]> = {
  live: ['Live', 'Connected. This page is up to date.', 'bg-success'],
  reconnecting: ['Reconnecting', 'The server does not respond. This page may be out of date; retrying.', 'bg-retry'],
  offline: ['Offline', 'This device is offline. This page may be out of date.', 'bg-failure'],
};

export function LiveIndicator() {
  const connection = useConnection();
  const [word, title, dot] = words[connection];
  return (
    <span role="status" title={title} className="inline-flex items-center gap-1.5 text-xs text-muted">
      <span aria-hidden className={cx('size-2 rounded-full', dot, connection === 'reconnecting' && 'animate-pulse')} />
      <span className="lg:max-xl:sr-only">{word}</span>
    </span>
  );
}
