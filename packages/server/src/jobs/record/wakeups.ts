import type { Database } from '#platform/db.ts';
import type { Logger } from '#platform/log.ts';

// Notifications between processes: "these organizations have waiting jobs", "these jobs ended", "these jobs were
// cancelled", "these jobs have new words". A notification inside the inserting transaction would take a global lock at commit, so it is sent
// outside: the first one at once, the next ones together after a pause. They only save time, because receivers also
// poll.

const CHANNEL = 'errand';
const PAUSE_MS = 10;
/** A payload is limited to 8000 bytes, and an id takes 37. */
const IDS_MAX = 200;
/** Does not wait for the disk, because a crash of PostgreSQL may lose notifications. */
const NOTIFY = `select pg_notify($1, $2) from (select set_config('synchronous_commit', 'off', true)) off`;

export const topics = ['work', 'done', 'cancel', 'words'] as const;
export type Topic = (typeof topics)[number];
/** Sent when access changes (orgs/announce-access.ts), without a process as the sender. */
const ACCESS = 'access';
export type Wakeups = ReturnType<typeof createWakeups>;

type Options = {
  database: Database;
  log: Logger;
  selfId: string;
  /** Called when a credential, a session or a membership has changed. */
  onAccess?: (() => void) | undefined;
};

export function createWakeups({ database, log, selfId, onAccess }: Options) {
  const handlers: Record<Topic, ((ids: string[]) => void)[]> = { work: [], done: [], cancel: [], words: [] };
  const waiting: Record<Topic, Set<string>> = {
    work: new Set(),
    done: new Set(),
    cancel: new Set(),
    words: new Set(),
  };
  let timer: NodeJS.Timeout | undefined;
  let sentAt = Number.NEGATIVE_INFINITY;
  let others = true;
  let stopListening: (() => Promise<void>) | undefined;

  async function send(): Promise<void> {
    timer = undefined;
    sentAt = performance.now();
    for (const topic of topics) {
      const ids = [...waiting[topic]].slice(0, IDS_MAX);
      if (ids.length === 0) continue;
      for (const id of ids) waiting[topic].delete(id);
      if (others) await notify(topic, ids);
    }
    if (topics.some((topic) => waiting[topic].size > 0)) schedule();
  }

  async function notify(topic: string, ids: string[]): Promise<void> {
    await database.system
      .query(NOTIFY, [CHANNEL, `${selfId} ${topic} ${ids.join(',')}`])
      .catch((error) => log.debug({ err: error }, 'could not send a notification'));
  }

  function schedule(): void {
    timer ??= setTimeout(() => void send(), Math.max(0, sentAt + PAUSE_MS - performance.now()));
  }

  function notifyOthers(topic: Topic, ids: string[]): void {
    if (!others) return;
    for (const id of ids) waiting[topic].add(id);
    schedule();
  }

  return {
    on(topic: Topic, handler: (ids: string[]) => void): void {
      handlers[topic].push(handler);
    },
    /** Notifies this process at once and the others soon. */
    notify(topic: Topic, ids: string[]): void {
      for (const handler of handlers[topic]) handler(ids);
      notifyOthers(topic, ids);
    },
    /** For news that this process has already. */
    notifyOthers,
    /** Sets whether there are other processes to notify. A process that joins announces itself. */
    setOthers(value: boolean): void {
      others = value;
    },
    async start(): Promise<void> {
      stopListening = await database.listen(CHANNEL, (payload) => {
        const [sender, topic, ids = ''] = payload.split(' ');
        if (sender === selfId) return;
        if (topic === ACCESS) return onAccess?.();
        others = true;
        if (!topics.includes(topic as Topic)) return;
        for (const handler of handlers[topic as Topic]) handler(ids.split(',').filter((id) => id !== ''));
      });
      await notify('hello', []);
    },
    async stop(): Promise<void> {
      clearTimeout(timer);
      await send();
      await stopListening?.();
    },
  };
}
