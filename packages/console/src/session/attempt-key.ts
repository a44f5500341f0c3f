import { ErrandError } from '@errand/sdk';
import { useRef } from 'react';

/**
 * A key for a call that must not happen twice. It stays the same until it is known how the call ended: repeated after an
 * answer was lost, it finds what the first one made. Another content is another call.
 */
export function useAttemptKey() {
  const kept = useRef<{ content: string; key: string }>(undefined);
  return {
    keyFor(content: unknown): string {
      const text = JSON.stringify(content);
      if (kept.current?.content !== text) kept.current = { content: text, key: crypto.randomUUID() };
      return kept.current.key;
    },
    settle(error: unknown): void {
      if (!(error instanceof ErrandError && error.retryable)) kept.current = undefined;
    },
  };
}
