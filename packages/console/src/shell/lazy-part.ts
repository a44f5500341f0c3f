import { type ComponentType, lazy } from 'react';

const AGAIN_MS = 2_000;

/**
 * A part of the shell that is loaded on demand. While the server is away, the load is retried, because a shell that
 * lacks a part still works, but one that failed does not.
 */
export const lazyPart = <P>(load: () => Promise<ComponentType<P>>) =>
  lazy(async () => {
    for (;;) {
      const part = await load().catch(() => undefined);
      if (part !== undefined) return { default: part };
      await new Promise((resolve) => setTimeout(resolve, AGAIN_MS));
    }
  });
