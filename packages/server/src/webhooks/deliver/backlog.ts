import type { TraceCarrier } from '#platform/tracing.ts';
import type { CompletedJob } from '../message/payload.ts';
import type { ClaimedDelivery } from '../queue/claim.ts';
import type { DeliveryTarget } from '../queue/targets.ts';
import type { Lane, LaneHealth } from './lane.ts';

/** A claimed delivery with all that its attempt needs. */
export type Prepared = {
  delivery: ClaimedDelivery;
  target: DeliveryTarget;
  job: CompletedJob | undefined;
  /** The trace of the job. */
  trace?: TraceCarrier | null | undefined;
  claimedAt: number;
};

/** Holds deliveries that were claimed ahead until their lane has a slot, so that a slot never waits for a claim. */
export function createBacklog() {
  const lines = new Map<Lane, Prepared[]>();
  /** Lanes with claimed deliveries that may not have started. */
  const claimedFor = new Set<Lane>();
  return {
    add(lane: Lane, prepared: Prepared): void {
      const line = lines.get(lane);
      if (line) line.push(prepared);
      else lines.set(lane, [prepared]);
      lane.waiting += 1;
    },
    take(lane: Lane): Prepared | undefined {
      const line = lines.get(lane);
      const next = line?.shift();
      if (next !== undefined) lane.waiting -= 1;
      if (line?.length === 0) lines.delete(lane);
      return next;
    },
    /** Removes all deliveries of a lane, and returns them to be released. */
    drain(lane: Lane): ClaimedDelivery[] {
      const line = lines.get(lane) ?? [];
      lines.delete(lane);
      lane.waiting -= line.length;
      return line.map(({ delivery }) => delivery);
    },
    lanes: (): Lane[] => [...lines.keys()],

    /** Counts deliveries as waiting while they are prepared. Returns a function that ends this. */
    expect(lanes: Lane[]): () => void {
      for (const lane of lanes) {
        lane.waiting += 1;
        claimedFor.add(lane);
      }
      return () => {
        for (const lane of lanes) lane.waiting -= 1;
      };
    },
    /** Adds deliveries that are about to start and need slots. Those of good lanes wait for a slot of their lane. */
    addExpected(young: Record<LaneHealth, number>): void {
      for (const lane of claimedFor) {
        if (lane.waiting === 0) claimedFor.delete(lane);
        else if (lane.health !== 'good') young[lane.health] += lane.waiting;
      }
    },
  };
}
