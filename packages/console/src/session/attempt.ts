import { ErrandError } from '@errand/sdk';

export type Attempt = { keyFor(content: unknown): string; settle(error: unknown): void };

/**
 * A key for a call that must not happen twice. It stays the same until it is known how the call ended: repeated after a
 * response was lost, it finds what the first one created. Another content is another call.
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
