import type { Role } from '@errand/sdk';
import { EmptyState } from './empty-state.tsx';

/** Shown instead of an action that the server would refuse. */
export function RoleNeeded({ what, needs = 'member' }: { what: string; needs?: Role }) {
  return (
    <EmptyState title={`${what} needs the role ${needs}`}>
      You can view everything here. Ask an admin of your organization for the role.
    </EmptyState>
  );
}
