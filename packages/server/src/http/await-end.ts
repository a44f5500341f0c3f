import { setTimeout as delay } from 'node:timers/promises';
import type { FastifyReply } from 'fastify';

// `?wait=SECONDS` on something that ends later: the answer comes when it has ended, or when the time is over.

const LOOK_MS_MIN = 50;
const LOOK_MS_MAX = 1_000;

type Waiting<Resource, View> = {
  seconds: number | undefined;
  reply: FastifyReply;
  /** As it was found. It is loaded again for each further look. */
  resource: Resource;
  load(): Promise<Resource>;
  view(resource: Resource): View | Promise<View>;
  hasEnded(view: NoInfer<View>): boolean;
};

/** Most things say when they ended. */
export const isFinished = (view: unknown): boolean => (view as { finished_at: string | null }).finished_at !== null;

export async function awaitEnd<Resource, View>(of: Waiting<Resource, View>): Promise<View> {
  const until = performance.now() + (of.seconds ?? 0) * 1_000;
  let view = await of.view(of.resource);
  if (of.hasEnded(view)) return view;
  const { raw, server } = of.reply;
  for (let pause = LOOK_MS_MIN; ; pause = Math.min(pause * 1.5, LOOK_MS_MAX)) {
    const left = until - performance.now();
    if (left <= 0 || raw.destroyed || server.isStopping()) return view;
    await delay(Math.min(pause, left));
    view = await of.view(await of.load());
    if (of.hasEnded(view)) return view;
  }
}
