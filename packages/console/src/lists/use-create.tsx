import { useNavigate, useSearch } from '@tanstack/react-router';
import { Plus } from 'lucide-react';
import type { ReactNode } from 'react';
import { Button } from '../design/button.tsx';
import { useAccess } from '../session/access.ts';

type Create = { isOpen: boolean; close(): void; button: ReactNode };

/** The form for a new thing. Whether it is open is in the address, so that links can open it. */
export function useCreate(label: string): Create {
  const { create } = useSearch({ strict: false }) as { create?: boolean };
  const navigate = useNavigate();
  const isAllowed = useAccess().can('member');
  const open = (isOpen: boolean) => void navigate({ to: '.', search: (isOpen ? { create: true } : {}) as never });
  return {
    isOpen: create === true,
    close: () => open(false),
    button: (
      <Button
        variant="primary"
        icon={<Plus size={14} aria-hidden />}
        disabled={!isAllowed}
        title={isAllowed ? undefined : 'This needs the role member.'}
        onClick={() => open(true)}
      >
        {label}
      </Button>
    ),
  };
}
