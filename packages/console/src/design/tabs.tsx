import { Tabs as BaseTabs } from '@base-ui/react/tabs';
import type { ReactNode } from 'react';

export type Tab<T extends string> = { value: T; label: ReactNode; content: ReactNode };

type TabsProps<T extends string> = {
  value: T;
  onChange(value: NoInfer<T>): void;
  tabs: readonly Tab<NoInfer<T>>[];
  /** What the tabs are about, for screen readers. */
  label: string;
};

/** Keep `value` in the URL, so that a link opens the same tab. */
export function Tabs<T extends string>({ value, onChange, tabs, label }: TabsProps<T>) {
  return (
    <BaseTabs.Root value={value} onValueChange={(next) => onChange(next as T)}>
      <BaseTabs.List aria-label={label} className="flex flex-wrap gap-x-1 border-b border-border max-sm:gap-x-0">
        {tabs.map((tab) => (
          <BaseTabs.Tab
            key={tab.value}
            value={tab.value}
            className="-mb-px h-9 border-b-2 border-transparent px-3 font-medium whitespace-nowrap text-muted max-sm:px-2 outline-offset-[-2px] hover:text-text data-active:border-accent data-active:text-text"
          >
            {tab.label}
          </BaseTabs.Tab>
        ))}
      </BaseTabs.List>
      {tabs.map((tab) => (
        <BaseTabs.Panel key={tab.value} value={tab.value} className="pt-4 outline-offset-4">
          {tab.content}
        </BaseTabs.Panel>
      ))}
    </BaseTabs.Root>
  );
}
