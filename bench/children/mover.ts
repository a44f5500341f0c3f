import { abortMove, moveOrganization } from '../primaries/mover.ts';
import type { Moved, MoveStep, Primary } from '../primaries/switch-over.ts';

// The mover as a process that can be killed at the beginning of any step. It asks its parent, which knows the router,
// to hold and release requests.

export type MoverReport = {
  step?: MoveStep;
  hold?: string;
  release?: string;
  to?: string;
  moved?: Moved;
  refused?: string;
  note?: string;
};

const settings = JSON.parse(process.env.MOVE!) as {
  orgId: string;
  source: Primary;
  target: Primary;
  abort: boolean;
  dieAt?: MoveStep;
  drainMs?: number;
};
const waiting: (() => void)[] = [];
process.on('message', () => waiting.shift()?.());
const tell = (report: MoverReport): void => void process.send!(report);
const order = (report: MoverReport): Promise<void> =>
  new Promise((resolve) => {
    waiting.push(resolve);
    tell(report);
  });
const router = {
  hold: (orgId: string) => order({ hold: orgId }),
  release: (orgId: string, to: string) => order({ release: orgId, to }),
};

try {
  if (settings.abort) await abortMove({ ...settings, router });
  else {
    const moved = await moveOrganization({
      ...settings,
      router,
      note: (text) => tell({ note: text }),
      async onStep(step) {
        tell({ step });
        // Like a machine that goes down: nothing is cleaned up.
        if (step === settings.dieAt) process.kill(process.pid, 'SIGKILL');
      },
    });
    tell({ moved });
  }
} catch (error) {
  tell({ refused: (error as Error).message });
}
process.disconnect();
