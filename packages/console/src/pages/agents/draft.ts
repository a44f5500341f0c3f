import type { ApprovalBody, InputDefinition, JsonObject } from '@errand/sdk';
import { useEffect, useState } from 'react';

// Drafts are kept in this browser until they are published or discarded, so that nothing is lost by leaving the page, a
// reload or an outage. Two tabs may edit the same draft. Each is notified when the other saves.

export type Draft = {
  name: string;
  engineId: string;
  versionName: string;
  description: string;
  inputs: InputDefinition[];
  config: JsonObject;
  /** Undefined means that of the base version. */
  approval?: ApprovalBody | null | undefined;
  /** The base version. Another one may have been published since. */
  basedOn?: string | undefined;
};

type Stored = { draft: Draft; tab: string };

const tab = crypto.randomUUID();

export type DraftStore = {
  draft: Draft;
  isChanged: boolean;
  /** The draft of another tab, if it was saved after ours. */
  other: Draft | undefined;
  change(part: Partial<Draft>): void;
  takeOther(): void;
  keepOurs(): void;
  discard(): void;
};

export function useDraft(name: string, initial: Draft): DraftStore {
  const place = `errand.draft.${name}`;
  const [draft, setDraft] = useState(() => readDraft(place) ?? initial);
  const [isChanged, setChanged] = useState(() => readDraft(place) !== undefined);
  const [other, setOther] = useState<Draft>();
  useEffect(() => {
    const onStorage = (event: StorageEvent): void => {
      if (event.key !== place || event.newValue === null) return;
      const stored = JSON.parse(event.newValue) as Stored;
      if (stored.tab !== tab) setOther(stored.draft);
    };
    addEventListener('storage', onStorage);
    return () => removeEventListener('storage', onStorage);
  }, [place]);
  function save(next: Draft): void {
    setDraft(next);
    setChanged(true);
    localStorage.setItem(place, JSON.stringify({ draft: next, tab } satisfies Stored));
  }
  return {
    draft,
    isChanged,
    other,
    change: (part) => save({ ...draft, ...part }),
    takeOther() {
      if (other) setDraft(other);
      setChanged(true);
      setOther(undefined);
    },
    keepOurs() {
      setOther(undefined);
      save(draft);
    },
    discard() {
      localStorage.removeItem(place);
      setDraft(initial);
      setChanged(false);
      setOther(undefined);
    },
  };
}

function readDraft(place: string): Draft | undefined {
  try {
    const stored = JSON.parse(localStorage.getItem(place) ?? 'null') as Stored | null;
    return stored?.draft;
  } catch {
    return undefined;
  }
}

const NAME = /^[A-Za-z_]\w{0,199}$/;

/** Finds what the server would refuse, and what is probably a mistake, before it is sent. */
export function checkDraft({ inputs, config }: Draft): { errors: string[]; warnings: string[] } {
  const errors: string[] = [];
  const keys = inputs.map(({ key }) => key);
  for (const key of keys) {
    if (!NAME.test(key))
      errors.push(`Input '${key}': a key may contain letters, digits and _ and must not begin with a digit.`);
    if (key === 'metadata') errors.push("An input cannot be called 'metadata'.");
  }
  for (const key of new Set(keys.filter((one, index) => keys.indexOf(one) !== index))) {
    errors.push(`Two inputs are called '${key}'.`);
  }
  // $$ is a dollar sign, so the text after it is not a placeholder.
  const used = new Set(
    [...JSON.stringify(config).matchAll(/\$\$|\$\{(\w+)\}|\$([A-Za-z_]\w*)/g)].flatMap((one) => one[1] ?? one[2] ?? []),
  );
  const warnings = [
    ...[...used]
      .filter((key) => !keys.includes(key))
      .map((key) => `\${${key}} is used, but there is no input of that name.`),
    ...keys
      .filter((key) => used.size > 0 && !used.has(key))
      .map((key) => `Input '${key}' is not used in the configuration.`),
  ];
  return { errors, warnings };
}

/** Creates an input with an unused key. */
export function newInput(inputs: readonly InputDefinition[]): InputDefinition {
  let key = 'input';
  for (let number = 2; inputs.some((input) => input.key === key); number++) key = `input_${number}`;
  return { key, data_type: 'text/plain', description: '', required: true };
}
