// Made from packages/contract by `npm run generate`. Change the contract, not this file.

import type { CallOptions, QueryOf } from '../../transport/options.ts';
import type { PagedCall } from '../../transport/pages.ts';
import type { VersionListQuery } from '../types/agents.ts';
import type { Worksheet, WorksheetBody, WorksheetPage, WorksheetUpdateBody } from '../types/workspace.ts';

export interface WorksheetsCalls {
  /** Worksheets, newest first. The saved SQL texts of the organization, one page at a time. */
  list: PagedCall<(query?: QueryOf<VersionListQuery>, options?: CallOptions) => Promise<WorksheetPage>>;
  /** Create a worksheet. Keeps a SQL text under a name, to be run and changed later. */
  create(body: WorksheetBody, options?: CallOptions): Promise<Worksheet>;
  /** One worksheet. Name and SQL text of the worksheet. */
  get(worksheetId: string, options?: CallOptions): Promise<Worksheet>;
  /** Change a worksheet. Members that are left out do not change. */
  update(worksheetId: string, body?: WorksheetUpdateBody, options?: CallOptions): Promise<Worksheet>;
  /** Delete a worksheet. Its queries stay, without a worksheet. */
  delete(worksheetId: string, options?: CallOptions): Promise<void>;
}
