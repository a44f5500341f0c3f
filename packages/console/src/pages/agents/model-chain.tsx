import { Plus, Trash2 } from 'lucide-react';
import { Button, IconButton } from '../../design/button.tsx';
import { Checkbox } from '../../design/checkbox.tsx';
import { ModelSelect } from './choices.tsx';

type Link = { model: string; when?: string[] };

/** Why the next model may be asked, in the order of the service. */
const conditions: [when: string, words: string, isDefault: boolean][] = [
  ['outage', 'the provider is out or late', true],
  ['rate_limit', 'it limits its rate', true],
  ['refusal', 'the model refuses', true],
  ['too_long', 'the text is too long', true],
  ['budget', 'too little is left to spend', false],
  ['untrusted', 'values are not trusted', false],
];
const usual = conditions.filter(([, , isDefault]) => isDefault).map(([when]) => when);

/** Models to ask in order when the chosen one cannot answer. */
export function ModelChain({ value, onChange }: { value: unknown; onChange(value: unknown): void }) {
  const links: Link[] = Array.isArray(value) ? (value as Link[]) : [];
  const set = (next: Link[]) => onChange(next.length === 0 ? undefined : next);
  const change = (index: number, part: Partial<Link>) =>
    set(links.map((link, at) => (at === index ? { ...link, ...part } : link)));
  return (
    <div className="flex flex-col gap-2">
      {links.map((link, index) => (
        // biome-ignore lint/suspicious/noArrayIndexKey: the order is the identity
        <div key={index} role="group" aria-label={`Model ${index + 2}`} className="rounded-sm border border-border p-3">
          <div className="flex items-center gap-2">
            <ModelSelect value={link.model} onChange={(model) => change(index, { model: String(model ?? '') })} />
            <IconButton
              label={`Remove model ${index + 2}`}
              icon={<Trash2 size={14} aria-hidden />}
              onClick={() => set(links.toSpliced(index, 1))}
            />
          </div>
          <p className="mt-2 text-muted">Asked when</p>
          <div className="mt-1 flex flex-wrap gap-x-4 gap-y-1">
            {conditions.map(([when, words]) => (
              <Checkbox
                key={when}
                label={words}
                checked={(link.when ?? usual).includes(when)}
                onChange={(on) => {
                  const chosen = (link.when ?? usual).filter((one) => one !== when);
                  change(index, { when: on ? [...chosen, when] : chosen });
                }}
              />
            ))}
          </div>
        </div>
      ))}
      {links.length < 5 && (
        <div>
          <Button
            size="sm"
            icon={<Plus size={12} aria-hidden />}
            onClick={() => set([...links, { model: 'baseline', when: usual }])}
          >
            Add a model
          </Button>
        </div>
      )}
    </div>
  );
}
