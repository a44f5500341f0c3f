// Made from packages/contract by `npm run generate`. Change the contract, not this file.

import type { CallOptions } from '../../transport/options.ts';
import type { SessionList } from '../types/organizations.ts';

export interface SessionsCalls {
  /**
   * List your sessions. Lists where you are signed in, newest first. Empty for an API key, which has no sessions.
   */
  list(options?: CallOptions): Promise<SessionList>;
  /** End a session. Ends the session. Its next request gets 401. */
  end(sessionId: string, options?: CallOptions): Promise<void>;
  /** End all other sessions. Ends all sessions of the user except the session of this token. */
  endOthers(options?: CallOptions): Promise<void>;
}
