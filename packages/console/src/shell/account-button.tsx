import { ChevronsUpDown } from 'lucide-react';
import type { ComponentProps } from 'react';
import { Button } from '../design/button.tsx';

type Props = ComponentProps<'button'> & { name: string | undefined; role: string | undefined };

/** Also shown, disabled, until the menu is loaded. */
export function AccountButton({ name, role, ...props }: Props) {
  return (
    <Button
      variant="quiet"
      {...props}
      title={name}
      className="h-auto! w-full justify-between! py-1.5 text-left disabled:opacity-100! lg:max-xl:justify-center! lg:max-xl:px-0!"
    >
      <span
        aria-hidden
        className="hidden size-7 items-center justify-center rounded-sm bg-accent-soft font-semibold text-accent lg:max-xl:inline-flex"
      >
        {(name ?? 'Errand').slice(0, 1).toUpperCase()}
      </span>
      <span className="min-w-0 lg:max-xl:sr-only">
        <span className="sr-only">Organization and account: </span>
        <span dir="auto" className="block truncate font-semibold text-text">
          {name ?? 'Errand'}
        </span>
        <span className="block truncate text-xs text-muted">{role ?? '\u00a0'}</span>
      </span>
      <ChevronsUpDown size={14} aria-hidden className="lg:max-xl:hidden" />
    </Button>
  );
}
