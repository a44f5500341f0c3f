import type { Scope } from '@errand/contract/scopes.ts';
import type { Tool } from '@modelcontextprotocol/server';

type Arguments = Record<string, unknown>;
type Method = 'GET' | 'POST' | 'PUT' | 'PATCH' | 'DELETE';

/** A tool of the service itself. It makes one API call. */
export type OwnTool = Tool & {
  scope: Scope;
  path(given: Arguments): { method: Method; path: string; body?: object };
  /** Deletes or spends, so that a person is asked first. */
  asks?: boolean;
  preview?: {
    /** Where the API shows what is there now. */
    path?(given: Arguments): string;
    warning?: string;
    changes(given: Arguments): Arguments;
  };
};

/** What clients see of a tool. */
export const toListed = ({ path: _path, scope: _scope, asks: _asks, preview: _preview, ...tool }: OwnTool): Tool =>
  tool;
