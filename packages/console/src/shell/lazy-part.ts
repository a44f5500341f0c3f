import { type ComponentType, lazy } from 'react';

const AGAIN_MS = 2_000;

/**
 * A part of the shell that is loaded when it is needed. While the server is away it is asked for again and again: a shell
 * without one of its parts is still there, one that broke is not.
 */
export const lazyPart = <P>(load: () => Promise<ComponentType<P>>) =>
  lazy(async () => {
    for (;;) {
      const part = await load().catch(() => undefined);
      if (part !== undefined) return { default: part };
      await new Promise((resolve) => setTimeout(resolve, AGAIN_MS));
    }
  });
