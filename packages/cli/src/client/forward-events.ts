import { setTimeout as delay } from 'node:timers/promises';
import { type Errand, ErrandError, NotFoundError, type PulledEvents, type Webhook } from '@errand/sdk';

// Pulls the deliveries of a listener and posts them to an address on this machine, as the service would.

type Event = Pick<PulledEvents['events'][number], 'id' | 'headers' | 'body'>;

/** How the local address responded to an event. */
export type Forwarded = {
  id: string;
  event: string;
  job_id: string | null;
  status: number | null;
  error: string | null;
  duration_ms: number;
};

export type Listening = {
  errand: Errand;
  target: string;
  agentIds: string[] | undefined;
  signal: AbortSignal;
  onReady(listener: Webhook): void | Promise<void>;
  onEvent(forwarded: Forwarded): void;
  /** Called with a problem when the connection to the service is lost, and with undefined when it is back. */
  onConnection(problem: string | undefined): void;
};

const WAIT_SECONDS = 20;
const PAUSE_MS_MAX = 10_000;
const ANSWER_MS_MAX = 15_000;

/** Runs until the signal is aborted, then deletes the temporary webhook. */
export async function listen(options: Listening): Promise<void> {
  const { errand, signal, agentIds } = options;
  const start = (secret?: string) =>
    errand.listeners.create({
      name: 'errand webhooks listen',
      ...(agentIds && { agent_ids: agentIds }),
      ...(secret && { secret }),
    });
  let listener = await start();
  try {
    await options.onReady(listener);
    for (let ack: string[] = [], failures = 0; !signal.aborted; ) {
      try {
        const { events } = await errand.listeners.pull(listener.id, { ack, wait: WAIT_SECONDS }, { signal });
        if (failures > 0) options.onConnection(undefined);
        failures = 0;
        ack = [];
        for (const event of events) {
          options.onEvent(await forward(event, options.target, signal));
          ack.push(event.id);
        }
      } catch (error) {
        if (signal.aborted) return;
        // The listener expired, after an outage or because the computer slept. The new one keeps the secret.
        if (error instanceof NotFoundError) listener = await start(listener.secret);
        else if (!(error instanceof ErrandError && error.retryable)) throw error;
        else {
          if (failures++ === 0) options.onConnection(error.message);
          await delay(Math.min(500 * 2 ** failures, PAUSE_MS_MAX), undefined, { signal }).catch(() => undefined);
        }
      }
    }
  } finally {
    await errand.listeners.delete(listener.id).catch(() => undefined);
  }
}

export async function forward({ id, headers, body }: Event, target: string, signal: AbortSignal): Promise<Forwarded> {
  const startedAt = performance.now();
  const told = (status: number | null, error: string | null): Forwarded => ({
    id,
    event: headers['webhook-event'] ?? '',
    job_id: (JSON.parse(body) as { job?: { id?: string } }).job?.id ?? null,
    status,
    error,
    duration_ms: Math.round(performance.now() - startedAt),
  });
  try {
    const response = await fetch(target, {
      method: 'POST',
      headers,
      body,
      redirect: 'manual',
      signal: AbortSignal.any([signal, AbortSignal.timeout(ANSWER_MS_MAX)]),
    });
    await response.body?.cancel();
    return told(response.status, null);
  } catch (error) {
    const { cause, message } = error as Error;
    return told(null, (cause as Error | undefined)?.message || message);
  }
}
