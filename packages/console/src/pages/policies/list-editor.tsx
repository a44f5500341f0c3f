import { ArrowDown, ArrowUp, Trash2 } from 'lucide-react';
import type { ReactNode } from 'react';
import { IconButton } from '../../design/button.tsx';
import { cx } from '../../design/cx.ts';
import { showToast } from '../../design/toast.ts';
import { moved } from './policy-draft.ts';

type Keyed = { key: string };

type ListEditorProps<T extends Keyed> = {
  items: T[];
  onChange(change: (items: T[]) => T[]): void;
  /** The word for one item. */
  noun: string;
  nameOf(item: T): string;
  /** Items are one line high, so the buttons are beside each other. */
  isFlat?: boolean;
  children(item: T, change: (item: T) => void): ReactNode;
};

/** Edits an ordered list. Buttons move items, so the keyboard works too, and deletions can be undone. */
export function ListEditor<T extends Keyed>({ items, onChange, noun, nameOf, isFlat, children }: ListEditorProps<T>) {
  function remove(item: T, index: number): void {
    onChange((now) => now.filter(({ key }) => key !== item.key));
    showToast(`${nameOf(item) || `The ${noun}`} was removed`, {
      undo: () => onChange((now) => [...now.slice(0, index), item, ...now.slice(index)]),
    });
  }
  return (
    <ol className="flex flex-col gap-3">
      {items.map((item, index) => {
        const label = nameOf(item) || `${noun} ${index + 1}`;
        return (
          <li key={item.key} className={cx('flex gap-2', isFlat && 'max-sm:flex-col')}>
            <div className="min-w-0 flex-1">
              {children(item, (next) => onChange((now) => now.map((one) => (one.key === item.key ? next : one))))}
            </div>
            <div className={cx('flex shrink-0 pt-5', !isFlat && 'flex-col')}>
              <IconButton
                label={`Move ${label} up`}
                icon={<ArrowUp size={14} aria-hidden />}
                disabled={index === 0}
                onClick={() => onChange((now) => moved(now, index, -1))}
              />
              <IconButton
                label={`Move ${label} down`}
                icon={<ArrowDown size={14} aria-hidden />}
                disabled={index === items.length - 1}
                onClick={() => onChange((now) => moved(now, index, 1))}
              />
              <IconButton
                label={`Remove ${label}`}
                icon={<Trash2 size={14} aria-hidden />}
                onClick={() => remove(item, index)}
              />
            </div>
          </li>
        );
      })}
    </ol>
  );
}
