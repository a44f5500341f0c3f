import { ErrandError } from '@errand/sdk';

export type Attempt = { keyFor(content: unknown): string; settle(error: unknown): void };

/**
 * An idempotency key for a call that must not happen twice. It stays the same until the outcome is known, so that a
 * repeat after a lost response finds what the first call created. Other content is another call.
 */
export function createAttempt(): Attempt {
  let kept: { content: string; key: string } | undefined;
  return {
    keyFor(content) {
      const text = JSON.stringify(content);
      if (kept?.content !== text) kept = { content: text, key: crypto.randomUUID() };
      return kept.key;
    },
    settle(error) {
      if (!(error instanceof ErrandError && error.retryable)) kept = undefined;
    },
  };
}
