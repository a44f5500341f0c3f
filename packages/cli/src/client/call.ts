import { ErrandError } from '@errand/sdk';
import type { Command } from 'commander';
import { type Answer, interruption, print } from '../terminal/operate.ts';
import { adviseOn } from './advice.ts';
import { type Connection, connect } from './connect.ts';

export type Call = { errand: Connection; signal: AbortSignal };

/** Runs a user's command against a server, through the API. */
export async function call(command: Command, work: (call: Call) => Promise<Answer | undefined>): Promise<void> {
  const errand = await connect(command);
  const signal = interruption();
  try {
    const answer = await work({ errand, signal });
    if (answer !== undefined) print(command, answer);
  } catch (error) {
    // The SDK throws its own error for an abort. The real reason is Ctrl-C.
    if (signal.aborted) throw signal.reason;
    const { code } = Object(error) as { code?: unknown };
    throw error instanceof ErrandError ? Object.assign(error, adviseOn(code, errand.url)) : error;
  }
}
