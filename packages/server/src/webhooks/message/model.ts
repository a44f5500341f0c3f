import type { deliveryKinds } from '@errand/contract/webhooks.ts';

// Webhooks belong to an organization and are linked to agents; every ended job of a linked agent makes one delivery for
// each. This file has the rules that need no database and no clock.

export type DeliveryKind = (typeof deliveryKinds)[number];
export const deliveryStatuses = ['pending', 'succeeded', 'failed'] as const;
export type DeliveryStatus = (typeof deliveryStatuses)[number];

const SECOND = 1;
const MINUTE = 60 * SECOND;
const HOUR = 60 * MINUTE;

/** Seconds before each try: the first at once, ten in about 75 hours. */
export const retryDelays = [
  0,
  5 * SECOND,
  5 * MINUTE,
  30 * MINUTE,
  2 * HOUR,
  5 * HOUR,
  10 * HOUR,
  14 * HOUR,
  20 * HOUR,
  24 * HOUR,
] as const;

/** Otherwise a receiver that says "in a year" would hide the delivery from its owner. */
export const RETRY_AFTER_SECONDS_MAX = 24 * HOUR;
const JITTER = 0.2;

/**
 * Returns the seconds until the next try after `tries` failed ones, or null if that was the last. A jitter of a fifth
 * keeps many deliveries from coming back at once. A longer `Retry-After` counts, a shorter one does not.
 */
export function nextDelaySeconds(
  tries: number,
  options: { retryAfterSeconds?: number | null; random?: number; delays?: readonly number[] } = {},
): number | null {
  const { retryAfterSeconds = null, random = Math.random(), delays = retryDelays } = options;
  const delay = delays[tries];
  if (delay === undefined) return null;
  const spread = delay * (1 - JITTER + 2 * JITTER * random);
  return Math.max(spread, Math.min(retryAfterSeconds ?? 0, RETRY_AFTER_SECONDS_MAX));
}

/** Reads `Retry-After`, whole seconds or an HTTP date, as seconds from now. Returns null if it is neither. */
export function readRetryAfter(text: string | undefined, now: number): number | null {
  if (text === undefined) return null;
  if (/^\s*\d{1,12}\s*$/.test(text)) return Number(text);
  const at = Date.parse(text);
  return Number.isNaN(at) ? null : Math.max(0, (at - now) / 1_000);
}

/** A webhook with only failures for this long is switched off. */
export const FAILING_DAYS_MAX = 5;
export const ROTATION_HOURS = 24;

export const USER_AGENT = 'errand-webhook/1';
export const BODY_BYTES_MAX = 20_480;
