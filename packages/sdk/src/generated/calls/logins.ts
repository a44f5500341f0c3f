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
   * Request an API key. For programs on the machine of a person. Show the address and the user code, then poll
   * with the device code until the person confirms in the console.
   */
  start(body: LoginStartBody, options?: CallOptions): Promise<LoginStart>;
  /**
   * Collect the confirmed key. Returns `pending` until a person decides. The key is created and shown once. After
   * that, the device code is no longer valid.
   */
  take(body: LoginKeyBody, options?: CallOptions): Promise<LoginKey>;
  /**
   * Retrieve a key request. Returns the program that asks for a key, by its user code, before you confirm it.
   */
  current(query: QueryOf<LoginQuery>, options?: CallOptions): Promise<CurrentLogin>;
  /**
   * Confirm or refuse a key request. Applies to the organization of the request. The key never has more rights
   * than the person who confirms, and it ends with their membership. With an API key, only an admin can confirm.
   */
  decide(body: LoginDecisionBody, options?: CallOptions): Promise<LoginDecision>;
}
