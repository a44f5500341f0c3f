import type { Delivery, DeliveryAttempt, Webhook } from '@errand/sdk';

// Explains what happened to a delivery, and what to do about it.

export type Explanation = { what: string; todo: string };

const byFailure: Record<string, Explanation> = {
  address: {
    what: 'The address is not on the public internet.',
    todo: 'Use a public address, or ask the operator to allow the network with ERRAND_OUTBOUND_ALLOW.',
  },
  dns: { what: 'The host name could not be resolved.', todo: 'Check the spelling of the host and its DNS records.' },
  connection: {
    what: 'Nothing responded at this address.',
    todo: 'Check that the receiver runs, listens on this port and is not behind a firewall.',
  },
  tls: {
    what: 'A secure connection could not be established.',
    todo: 'Check that the certificate is valid, includes its chain, and is issued for this host.',
  },
  timeout: {
    what: 'The receiver did not respond within 15 seconds.',
    todo: 'Respond with 2xx first, then do the work.',
  },
  reset: { what: 'The receiver closed the connection.', todo: 'Check the log of the receiver or its proxy.' },
  protocol: {
    what: 'The response was not valid HTTP.',
    todo: 'Check that the port serves HTTP, or HTTPS for an https URL.',
  },
  too_large: { what: 'The response was larger than 64 KiB.', todo: 'Respond with an empty body.' },
  redirect: {
    what: 'The receiver sent a redirect, which is never followed.',
    todo: 'Enter the final address as the URL of the webhook.',
  },
  internal: {
    what: 'The attempt could not be made.',
    todo: 'Resend it. If it happens again, check the Health page.',
  },
};

const byStatus: Record<number, Explanation> = {
  400: { what: 'The receiver did not understand the request.', todo: 'Compare what it expects with the body below.' },
  401: {
    what: 'The receiver refused the request as not authentic.',
    todo: 'Check that it uses the current secret and verifies the raw body: try the signature check below.',
  },
  403: {
    what: 'The receiver refused the request.',
    todo: 'Check its permissions, and the custom headers of the webhook.',
  },
  404: { what: 'There is nothing at this path.', todo: 'Correct the URL of the webhook.' },
  405: { what: 'The path does not accept POST.', todo: 'Correct the URL, or make the receiver accept POST.' },
  410: {
    what: 'The receiver said it is gone, so the webhook was switched off.',
    todo: 'Fix it, switch the webhook on, then recover.',
  },
  413: { what: 'The body was too large for the receiver.', todo: 'Allow at least 20 KiB.' },
  429: { what: 'The receiver asked us to wait.', todo: 'Nothing: the next attempt honours Retry-After.' },
};

export function explainAttempt(attempt: DeliveryAttempt): Explanation | undefined {
  if (attempt.failure === null) return undefined;
  const { response_status: status, failure } = attempt;
  if (failure !== 'status' || status === null) {
    return byFailure[failure] ?? { what: attempt.error ?? failure, todo: 'Resend it when the receiver works again.' };
  }
  const known = byStatus[status];
  if (known) return known;
  if (status >= 500) return { what: `The receiver failed (${status}).`, todo: 'Check its log, then resend.' };
  return {
    what: `The receiver responded with ${status}; only 2xx counts as delivered.`,
    todo: 'Make it respond with 2xx.',
  };
}

export const ATTEMPTS_MAX = 10;

/** Returns the status for lists, such as `retrying 3/10` instead of `pending`. */
export function deliveryWord(delivery: Delivery, isActive: boolean): string {
  if (delivery.status === 'succeeded') return 'delivered';
  if (delivery.status === 'failed')
    return delivery.attempt > 1 ? `failed after ${delivery.attempt} attempts` : 'failed';
  if (!isActive) return 'held: webhook is off';
  return delivery.attempt === 0 ? 'sending' : `retrying ${delivery.attempt + 1}/${ATTEMPTS_MAX}`;
}

export type WebhookState = 'healthy' | 'failing' | 'off' | 'disabled' | 'new';

export function stateOf(webhook: Webhook): WebhookState {
  if (!webhook.is_active) return webhook.disabled_reason === null ? 'off' : 'disabled';
  if (webhook.failure_count > 0) return 'failing';
  return webhook.last_success_at === null ? 'new' : 'healthy';
}
