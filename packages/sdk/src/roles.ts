import type { roles } from './generated/lists.ts';

/** The role of a credential in an organization. */
export type Role = (typeof roles)[number];
