// Made from packages/contract by `npm run generate`. Change the contract, not this file.

import type { CallOptions, KeyedOptions, QueryOf } from '../../transport/options.ts';
import type { PagedCall } from '../../transport/pages.ts';
import type { VersionListQuery } from '../types/agents.ts';
import type { Worksheet, WorksheetBody, WorksheetPage, WorksheetUpdateBody } from '../types/workspace.ts';

export interface WorksheetsCalls {
  /** List worksheets. Lists the worksheets of the organization, newest first, in pages. */
  list: PagedCall<(query?: QueryOf<VersionListQuery>, options?: CallOptions) => Promise<WorksheetPage>>;
  /** Create a worksheet. Saves SQL under a name, to run and change later. */
  create(body: WorksheetBody, options?: KeyedOptions): Promise<Worksheet>;
  /** One worksheet. Returns the name and SQL text of the worksheet. */
  get(worksheetId: string, options?: CallOptions): Promise<Worksheet>;
  /** Change a worksheet. Omitted fields stay unchanged. */
  update(worksheetId: string, body?: WorksheetUpdateBody, options?: CallOptions): Promise<Worksheet>;
  /** Delete a worksheet. Its queries stay, without their worksheet. */
  delete(worksheetId: string, options?: CallOptions): Promise<void>;
}
