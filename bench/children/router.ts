import { createRouter, type RoutedPrimary } from '../primaries/router.ts';

// The router as a process. The mover of an organization tells it what to hold and release.

export type RouterOrder = { hold?: string; release?: string; to?: string };

const router = createRouter(JSON.parse(process.env.PRIMARIES!) as RoutedPrimary[]);
const port = await router.start();
process.on('message', (order: RouterOrder) => {
  const done =
    order.hold !== undefined
      ? router.hold(order.hold)
      : order.release !== undefined
        ? router.release(order.release, order.to)
        : router.refresh();
  void done.then(() => process.send!({ done: true }));
});
process.once('SIGTERM', () => process.exit());
process.once('disconnect', () => process.exit());
process.send!({ port });
