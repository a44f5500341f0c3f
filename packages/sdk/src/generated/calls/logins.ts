// Made from packages/contract by `npm run generate`. Change the contract, not this file.

import type { CallOptions, QueryOf } from '../../transport/options.ts';
import type {
  CurrentLogin,
  LoginDecision,
  LoginDecisionBody,
  LoginKey,
  LoginKeyBody,
  LoginQuery,
  LoginStart,
  LoginStartBody,
} from '../types/logins.ts';

export interface LoginsCalls {
  /**
   * Ask for a key. For a program on the machine of a person. Show the address and the user code, then ask for the
   * key with the device code until somebody has confirmed it in the console.
   */
  start(body: LoginStartBody, options?: CallOptions): Promise<LoginStart>;
  /**
   * Take the key that was confirmed. Tells `pending` until somebody decides. The key is made and shown once; after
   * that the code is unknown.
   */
  take(body: LoginKeyBody, options?: CallOptions): Promise<LoginKey>;
  /** Look at a program that asks for a key. By its user code, before you confirm it. */
  current(query: QueryOf<LoginQuery>, options?: CallOptions): Promise<CurrentLogin>;
  /**
   * Confirm or refuse a program that asks for a key. In the organization of the request. The key of a person never
   * does more than that person may and ends with the membership. With an API key, only an admin confirms.
   */
  decide(body: LoginDecisionBody, options?: CallOptions): Promise<LoginDecision>;
}
