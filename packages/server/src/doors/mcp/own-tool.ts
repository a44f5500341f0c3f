import type { Scope } from '@errand/contract/scopes.ts';
import type { Tool } from '@modelcontextprotocol/server';
import type { CallApi } from '../reply.ts';

type Arguments = Record<string, unknown>;
type Method = 'GET' | 'POST' | 'PUT' | 'PATCH' | 'DELETE';

/** A tool of the service itself. It makes one API call. */
export type OwnTool = Tool & {
  scope: Scope;
  path(given: Arguments): { method: Method; path: string; body?: object };
  /** Whether the call deletes or spends, so that a person is asked first. */
  asks?(given: Arguments): boolean;
  preview?: {
    /** Where the API shows what is there now. */
    path?(given: Arguments): string;
    warning?: string;
    /** What the call would cost, also by what is there now. */
    cost?(callApi: CallApi, given: Arguments, now: Arguments): Promise<Arguments | undefined>;
    changes(given: Arguments): Arguments;
    /** The member under which the changes of a call without a path are shown. Default: would_create. */
    shownAs?: string;
  };
};

/** What clients see of a tool. */
export const toListed = ({ path: _path, scope: _scope, asks: _asks, preview: _preview, ...tool }: OwnTool): Tool =>
  tool;
