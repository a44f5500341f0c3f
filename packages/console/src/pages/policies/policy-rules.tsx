import type { JsonObject } from '@errand/sdk';
import { useMemo } from 'react';
import { Badge } from '../../design/badge.tsx';
import { Card } from '../../design/card.tsx';
import { EmptyState } from '../../design/empty-state.tsx';
import { JsonTree } from '../../json/json-tree.tsx';
import { TextView } from '../../json/text-view.tsx';
import { readPolicy } from './policy-draft.ts';

/** Shows the content of a version. */
export function PolicyRules({ content }: { content: JsonObject }) {
  const draft = useMemo(() => readPolicy(content), [content]);
  const isStructured = draft.categories.length + draft.dispositions.length > 0 || draft.instructions !== '';
  if (!isStructured) {
    return (
      <EmptyState title="This content has its own structure">
        <JsonTree value={content} label="Content" fileName="policy.json" />
      </EmptyState>
    );
  }
  return (
    <div className="grid grid-cols-1 gap-5 xl:grid-cols-[minmax(0,2fr)_minmax(0,1fr)]">
      <div className="flex flex-col gap-4">
        {draft.categories.map((category) => (
          <Card key={category.key} title={<bdi>{category.title}</bdi>}>
            {category.description && (
              <p dir="auto" className="mb-2 whitespace-pre-wrap text-muted">
                {category.description}
              </p>
            )}
            <ol className="flex flex-col gap-3">
              {category.rules.map((rule) => (
                <li key={rule.key} className="border-l-2 border-border pl-3">
                  <p className="flex flex-wrap items-center gap-2">
                    <strong dir="auto" className="font-medium">
                      {rule.title}
                    </strong>
                    {rule.flag && <FlagBadge flag={rule.flag} />}
                  </p>
                  {rule.description && (
                    <p dir="auto" className="whitespace-pre-wrap text-muted">
                      {rule.description}
                    </p>
                  )}
                  {rule.subRules.length > 0 && (
                    <ul className="mt-1 list-inside list-disc">
                      {rule.subRules.map((sub) => (
                        <li key={sub.key} dir="auto">
                          {sub.title}
                          {sub.description && <span className="text-muted">: {sub.description}</span>}
                        </li>
                      ))}
                    </ul>
                  )}
                </li>
              ))}
            </ol>
          </Card>
        ))}
        {draft.categories.length === 0 && <p className="text-muted">No rules.</p>}
      </div>
      <div className="flex flex-col gap-4">
        <Card title="Verdicts">
          {draft.dispositions.length === 0 ? (
            <p className="text-muted">None. Agents have nothing to choose from.</p>
          ) : (
            <dl className="flex flex-col gap-2">
              {draft.dispositions.map((one) => (
                <div key={one.key}>
                  <dt dir="auto" className="font-medium">
                    {one.name}
                  </dt>
                  <dd dir="auto" className="whitespace-pre-wrap text-muted">
                    {[one.description, one.prompt].filter(Boolean).join('\n')}
                  </dd>
                </div>
              ))}
            </dl>
          )}
        </Card>
        {draft.instructions && (
          <Card title="Instructions">
            <p dir="auto" className="break-words whitespace-pre-wrap">
              {draft.instructions}
            </p>
          </Card>
        )}
        {draft.summaryTemplate && (
          <Card title="Summary template">
            <TextView text={draft.summaryTemplate} label="Summary template" />
          </Card>
        )}
        {draft.narrativeTemplate && (
          <Card title="Narrative template">
            <TextView text={draft.narrativeTemplate} label="Narrative template" />
          </Card>
        )}
      </div>
    </div>
  );
}

export function FlagBadge({ flag }: { flag: string }) {
  return flag === 'RED_FLAG' ? <Badge tone="danger">red flag</Badge> : <Badge tone="positive">green flag</Badge>;
}
