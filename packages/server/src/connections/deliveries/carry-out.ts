import { DriverFailure } from '../model/driver.ts';
import type { ConnectionUser } from '../policy.ts';
import type { Connections } from '../use-connection.ts';
import { fillParams } from './fill-params.ts';

/** Performs an operation of a connection with the values of a payload. Returns what the system said, without secrets. */
export async function carryOut(
  connections: Connections,
  orgId: string,
  given: {
    connectionId: string;
    operation: string;
    params: Record<string, string>;
    payload: Record<string, unknown>;
    /** The same for every attempt, so that a system can recognize a repetition. */
    key: string;
    signal: AbortSignal;
    by?: ConnectionUser;
  },
): Promise<string> {
  const { connectionId, operation, params, payload, key, signal, by = {} } = given;
  const opened = await connections.open(orgId, connectionId, { signal, by });
  const found = opened.driver.deliveries?.[operation];
  if (found === undefined) throw new DriverFailure(`The connection has no operation '${operation}'.`);
  return opened.use((_driver, system) => found.run(system, fillParams(found.params, params, payload), key));
}
