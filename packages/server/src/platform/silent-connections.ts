import type { DatabaseState } from './database-state.ts';

// A primary that is frozen, or behind a network that swallows packets, closes no connection. When another server has
// taken over, connections to the old one would wait for their own deadlines. So once the database is writable again,
// those that have been silent for the whole outage are closed, and what waits on them is sent again.

export type TrackedConnection = {
  /** Counts what has arrived so far. */
  bytesRead(): number;
  isLent(): boolean;
  destroy(error: Error): void;
};

/** A server that was only slow answers by then what it had been asked. */
const GRACE_MS = 2_000;

export function closeSilentAfterOutages(
  state: Pick<DatabaseState, 'onChange'>,
  listConnections: () => Iterable<TrackedConnection>,
  { onBack, graceMs = GRACE_MS }: { onBack(): void; graceMs?: number },
): void {
  let before: Map<TrackedConnection, number> | undefined;
  let wasUnreachable = false;

  state.onChange((view) => {
    if (!view.writable) {
      before ??= new Map([...listConnections()].map((connection) => [connection, connection.bytesRead()]));
      wasUnreachable ||= view.cause === 'unreachable';
      return;
    }
    const known = before ?? new Map<TrackedConnection, number>();
    const isServerGone = wasUnreachable;
    before = undefined;
    wasUnreachable = false;
    if (!isServerGone) return;
    close(known, (connection) => !connection.isLent());
    setTimeout(() => close(known, () => true), graceMs).unref();
    onBack();
  });
}

function close(known: Map<TrackedConnection, number>, isMeant: (connection: TrackedConnection) => boolean): void {
  for (const [connection, bytes] of known) {
    if (connection.bytesRead() === bytes && isMeant(connection))
      connection.destroy(new Error('Connection terminated: PostgreSQL did not respond during an outage.'));
  }
}
