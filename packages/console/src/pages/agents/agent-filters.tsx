import { useQuery } from '@tanstack/react-query';
import { useNavigate, useSearch } from '@tanstack/react-router';
import { useEffect, useRef, useState } from 'react';
import { keys } from '../../data/query-keys.ts';
import { Button } from '../../design/button.tsx';
import { controlClass } from '../../design/field.tsx';
import { Select } from '../../design/select.tsx';
import { errand } from '../../session/client.ts';
import { useShortcuts } from '../../shell/shortcuts.ts';
import { agentOrderings } from './agent-search.ts';

const orderings: Record<(typeof agentOrderings)[number], string> = {
  '-created_at': 'Newest first',
  name: 'By name',
  '-updated_at': 'Recently changed',
  '-most_recent_job': 'Recently run',
  '-job_count': 'Most jobs',
};

/** All filters are in the URL, so that Back and links restore them. */
export function AgentFilters() {
  const search = useSearch({ from: '/shell/agents' });
  const navigate = useNavigate();
  const box = useRef<HTMLInputElement>(null);
  const engines = useQuery({
    queryKey: keys.engines(),
    queryFn: async ({ signal }) => (await errand.engines.list({ signal })).engines,
  });
  const tags = useQuery({ queryKey: keys.tags(), queryFn: ({ signal }) => errand.tags.list({ signal }) });
  const change = (part: Partial<typeof search>) =>
    void navigate({ to: '.', search: { ...search, page: undefined, ...part }, replace: true });
  useShortcuts([{ keys: '/', label: 'Search agents', run: () => box.current?.focus() }]);
  const [text, setText] = useDelayed(search.search ?? '', (value) => change({ search: value || undefined }));

  return (
    <search className="mb-4 flex flex-wrap items-center gap-2">
      <input
        ref={box}
        type="search"
        aria-label="Search agents"
        placeholder="Search name, id, engine, tag…  /"
        value={text}
        onChange={(event) => setText(event.target.value)}
        className={`${controlClass} h-8 sm:max-w-72`}
      />
      <Select
        label="Engine"
        className="w-48! max-sm:w-auto! max-sm:flex-1"
        value={search.engine?.[0] ?? ''}
        onChange={(value) => change({ engine: value === '' ? undefined : [value] })}
        options={[
          { value: '', label: 'Every engine' },
          ...(engines.data ?? []).map((engine) => ({ value: engine.engine_class_id, label: engine.engine_name })),
        ]}
      />
      {(tags.data?.length ?? 0) > 0 && (
        <Select
          label="Tag"
          className="w-40! max-sm:w-auto! max-sm:flex-1"
          value={search.tag?.[0] ?? ''}
          onChange={(value) => change({ tag: value === '' ? undefined : [value] })}
          options={[
            { value: '', label: 'Every tag' },
            ...tags.data!.map((tag) => ({ value: tag.id, label: tag.name })),
          ]}
        />
      )}
      <Select
        label="Order"
        className="w-40! max-sm:w-auto! max-sm:flex-1"
        value={search.ordering ?? '-created_at'}
        onChange={(ordering) => change({ ordering: ordering === '-created_at' ? undefined : ordering })}
        options={agentOrderings.map((value) => ({ value, label: orderings[value] }))}
      />
      {(search.search || search.engine || search.tag) && (
        <Button variant="quiet" onClick={() => change({ search: undefined, engine: undefined, tag: undefined })}>
          Clear filters
        </Button>
      )}
    </search>
  );
}

/** Reports a text when typing pauses. Follows changes from outside, such as Back. */
function useDelayed(outside: string, onPause: (value: string) => void): [string, (value: string) => void] {
  const [text, setText] = useState(outside);
  const timer = useRef<ReturnType<typeof setTimeout>>(undefined);
  useEffect(() => setText(outside), [outside]);
  return [
    text,
    (value) => {
      setText(value);
      clearTimeout(timer.current);
      timer.current = setTimeout(() => onPause(value.trim()), 250);
    },
  ];
}
