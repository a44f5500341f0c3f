import { hasRole, type Role } from '#platform/caller.ts';
import type { AttemptRow, DeliveryRow } from './deliveries-store.ts';
import type { WebhookRow } from './store.ts';

// Stored rows as the wire shows them.

const MASK = '***';
const iso = (moment: Date | null): string | null => moment?.toISOString() ?? null;

/** Who may only look sees neither the secret nor the values of the headers: with them one could sign or sign in. */
export function webhookAnswer(row: WebhookRow, { role }: { role: Role }) {
  const hidden = !hasRole(role, 'member');
  return {
    id: row.id,
    name: row.name,
    url: row.url,
    alerts: row.alerts,
    failure_count: row.failure_count,
    created_by: row.created_by,
    created_at: row.created_at.toISOString(),
    updated_at: row.updated_at.toISOString(),
    secret: hidden ? MASK : row.secret,
    previous_secret_until: iso(row.previous_secret_until),
    headers: hidden ? Object.fromEntries(Object.keys(row.headers).map((name) => [name, MASK])) : row.headers,
    events: row.events,
    is_active: row.is_active,
    disabled_reason: row.disabled_reason,
    last_triggered_at: iso(row.last_triggered_at),
    last_success_at: iso(row.last_success_at),
    last_failure_at: iso(row.last_failure_at),
  };
}

export function deliveryAnswer(row: DeliveryRow) {
  return {
    ...row,
    next_attempt_at: iso(row.next_attempt_at),
    created_at: row.created_at.toISOString(),
    delivered_at: iso(row.delivered_at),
  };
}

export function deliveryDetail(row: DeliveryRow, attempts: AttemptRow[]) {
  const last = attempts.at(-1);
  return {
    ...deliveryAnswer(row),
    request: last ? { method: 'POST', url: last.url, headers: last.request_headers, body: attempts[0]!.body } : null,
    attempts: attempts.map(({ body: _, dns_ms, connect_ms, first_byte_ms, total_ms, ...attempt }) => ({
      ...attempt,
      at: attempt.at.toISOString(),
      timing: {
        dns_ms: rounded(dns_ms),
        connect_ms: rounded(connect_ms),
        first_byte_ms: rounded(first_byte_ms),
        total_ms: rounded(total_ms)!,
      },
    })),
  };
}

const rounded = (ms: number | null): number | null => (ms === null ? null : Math.round(ms * 10) / 10);
