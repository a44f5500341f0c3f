import type { LeasedRows } from '../leased-rows.ts';
import { ENDED, RELEASE } from './definition.ts';
import type { LeasedWork } from './leased-work.ts';
import type { WorkKit } from './work-kit.ts';

/** Leased work that ends rows whose jobs have all ended. `settle` returns false if it could not yet. */
export const defineSettling = (
  kit: WorkKit,
  rows: LeasedRows,
  settle: (orgId: string, id: string) => Promise<boolean>,
): LeasedWork =>
  kit.define({
    rows,
    columns: 't.org_id',
    atOnce: 4,
    renewed: true,
    delaysSeconds: [1, 5, 30],
    givesUp: false,
    run: async ({ id, org_id: orgId }) => ((await settle(orgId, id)) ? ENDED : RELEASE),
  });
