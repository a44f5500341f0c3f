import type { Explanation } from '@errand/sdk';
import { Badge } from '../../design/badge.tsx';
import { cx } from '../../design/cx.ts';
import { changeWords } from './change-words.ts';
import { readExplanation } from './explanation-lines.ts';

/**
 * Shows why the policy decided so, in the words of its template. Below that, it always shows what would have changed
 * the verdict, and each rule with its evidence.
 */
export function ExplanationView({ explanation }: { explanation: Explanation }) {
  const { rules, what_would_change_it: changes } = explanation;
  return (
    <div className="flex flex-col gap-3">
      {explanation.overridden && (
        <p>
          <Badge tone="warning">overridden</Badge> A reviewer decided{' '}
          <strong dir="auto">{explanation.overridden.verdict}</strong> instead.
        </p>
      )}
      <Words explanation={explanation} />
      <details>
        <summary className="cursor-pointer font-medium">
          What would change the verdict, and each rule with its evidence
        </summary>
        <div className="mt-2">
          {changes.length > 0 && (
            <div>
              <h3 className="font-medium">The smallest change to another verdict</h3>
              <ul aria-label="What would change it" className="list-disc pl-5">
                {changes.map((one) => (
                  <li key={one.verdict + JSON.stringify(one.change)}>
                    <strong dir="auto">{one.verdict}</strong>: {changeWords(one.change, rules)}
                  </li>
                ))}
              </ul>
            </div>
          )}
          {changes.length === 0 && (
            <p className="text-muted">Only a model or a person can say which change would alter the verdict.</p>
          )}
        </div>
        <ul className="mt-3 flex flex-col gap-2">
          {rules.map((rule) => (
            <li key={rule.rule_id} className="break-words">
              <Badge tone={!rule.decided ? 'warning' : rule.hit ? 'accent' : 'neutral'}>
                {!rule.decided ? 'undecided' : rule.hit ? 'met' : 'not met'}
              </Badge>{' '}
              <bdi>
                {rule.category} / {rule.title}
              </bdi>
              {rule.reasoning !== '' && (
                <p dir="auto" className="text-muted">
                  {rule.reasoning}
                </p>
              )}
              {rule.evidence.map((one) => (
                <blockquote key={one.reference + one.quote} dir="auto" className="border-l-2 border-border pl-2">
                  {one.quote} <span className="text-muted">{one.name ?? one.reference}</span>
                </blockquote>
              ))}
            </li>
          ))}
        </ul>
      </details>
    </div>
  );
}

function Words({ explanation: { text, rules } }: { explanation: Explanation }) {
  const names = new Map(
    rules.flatMap(({ evidence }) => evidence.map(({ reference, name }) => [reference, name ?? reference] as const)),
  );
  return (
    <div dir="auto" className="flex flex-col gap-1.5 break-words">
      {readExplanation(text, names).map(({ kind, text: words }, index) => (
        <p
          // biome-ignore lint/suspicious/noArrayIndexKey: lines of a text have no identity but their place
          key={index}
          className={cx(
            kind === 'item' && "relative pl-4 before:absolute before:left-1 before:content-['•']",
            kind === 'detail' && 'ml-4 border-l-2 border-border pl-2 text-muted',
          )}
        >
          {words}
        </p>
      ))}
    </div>
  );
}
