import { Menu as BaseMenu } from '@base-ui/react/menu';
import { Ellipsis } from 'lucide-react';
import type { ReactElement, ReactNode } from 'react';
import { IconButton } from './button.tsx';
import { cx } from './cx.ts';

export type MenuItem = { label: ReactNode; onSelect(): void; danger?: boolean; disabled?: boolean } | 'separator';

/** A button that opens a list of actions. */
export function Menu({ trigger, items }: { trigger: ReactElement; items: MenuItem[] }) {
  return (
    <BaseMenu.Root>
      <BaseMenu.Trigger render={trigger} />
      <BaseMenu.Portal>
        <BaseMenu.Positioner sideOffset={4} align="end" className="z-50">
          <BaseMenu.Popup className="min-w-44 rounded-md border border-border bg-raised p-1 shadow-raised outline-none">
            {items.map((item, index) =>
              item === 'separator' ? (
                // biome-ignore lint/suspicious/noArrayIndexKey: separators have no identity
                <BaseMenu.Separator key={index} className="my-1 h-px bg-border" />
              ) : (
                <BaseMenu.Item
                  // biome-ignore lint/suspicious/noArrayIndexKey: the list of actions does not change while it is open
                  key={index}
                  disabled={item.disabled}
                  onClick={item.onSelect}
                  className={cx(
                    'flex min-h-7 cursor-default items-center gap-2 rounded-sm px-2 py-1 outline-none select-none data-disabled:opacity-50 data-highlighted:bg-hover',
                    item.danger && 'text-danger',
                  )}
                >
                  {item.label}
                </BaseMenu.Item>
              ),
            )}
          </BaseMenu.Popup>
        </BaseMenu.Positioner>
      </BaseMenu.Portal>
    </BaseMenu.Root>
  );
}

/** The menu at the end of a header, for rarer actions. */
export const MoreMenu = ({ items }: { items: MenuItem[] }) => (
  <Menu trigger={<IconButton label="More actions" icon={<Ellipsis size={16} aria-hidden />} />} items={items} />
);
