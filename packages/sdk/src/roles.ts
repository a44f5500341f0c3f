import type { roles } from './generated/lists.ts';

/** What a credential may do in an organization. */
export type Role = (typeof roles)[number];
