import { ChevronsUpDown } from 'lucide-react';
import type { ComponentProps } from 'react';
import { Button } from '../design/button.tsx';

type Props = ComponentProps<'button'> & { name: string | undefined; role: string | undefined };

/** Also stands, at rest, where the menu will be as soon as it is loaded. */
export function AccountButton({ name, role, ...props }: Props) {
  return (
    <Button
      variant="quiet"
      {...props}
      className="h-auto! w-full justify-between! py-1.5 text-left disabled:opacity-100!"
    >
      <span className="min-w-0">
        <span className="sr-only">Organization and account: </span>
        <span dir="auto" className="block truncate font-semibold text-text">
          {name ?? 'Errand'}
        </span>
        <span className="block truncate text-xs text-muted">{role ?? ' '}</span>
      </span>
      <ChevronsUpDown size={14} aria-hidden />
    </Button>
  );
}
