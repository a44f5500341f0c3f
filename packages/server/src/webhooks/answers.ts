import { hasRole, type Role } from '@errand/contract/roles.ts';
import type { AttemptRow, DeliveryRow } from './deliveries-store.ts';
import { sentHeaders, splitHeaders } from './message/headers.ts';
import type { Vault } from './message/vault.ts';
import type { WebhookRow } from './store.ts';

// Stored rows as they appear on the wire.

const MASK = '***';
const iso = (moment: Date | null): string | null => moment?.toISOString() ?? null;

/** Hides the secret and the values of headers from viewers, who could sign or authenticate with them. */
export async function webhookAnswer(vault: Vault, row: WebhookRow, { role }: { role: Role }) {
  const { secret, previous, headers } = await vault.open(row);
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
    secret: hidden ? MASK : secret,
    previous_secret_until: previous?.until ?? null,
    headers: hidden ? Object.fromEntries(Object.keys(headers).map((name) => [name, MASK])) : headers,
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
    request: last
      ? { method: 'POST', url: last.url, headers: requestHeaders(row, last), body: attempts[0]!.body }
      : null,
    attempts: attempts.map((attempt) => ({
      attempt: attempt.attempt,
      at: attempt.at.toISOString(),
      url: attempt.url,
      request_headers: requestHeaders(row, attempt),
      response_status: attempt.response_status,
      response_headers: responseHeaders(attempt),
      response_body: attempt.response_body,
      failure: attempt.failure,
      error: attempt.error,
      timing: {
        dns_ms: rounded(attempt.dns_ms),
        connect_ms: rounded(attempt.connect_ms),
        first_byte_ms: rounded(attempt.first_byte_ms),
        total_ms: rounded(attempt.total_ms)!,
      },
    })),
  };
}

const rounded = (ms: number | null): number | null => (ms === null ? null : Math.round(ms * 10) / 10);

/** Rows from before migration 0019 have all headers. Later ones store only what cannot be derived. */
const requestHeaders = (delivery: DeliveryRow, attempt: AttemptRow): Record<string, string> =>
  attempt.request_headers ?? sentHeaders(delivery, attempt);

const responseHeaders = (attempt: AttemptRow): Record<string, string> | null =>
  attempt.answer_headers === null ? attempt.response_headers : splitHeaders(attempt.answer_headers);
