import type { Flip } from '@errand/sdk';
import { Link } from '@tanstack/react-router';
import { shortId } from '../../design/short-id.ts';
import { Table, Td, Th, Tr } from '../../design/table.tsx';
import { ruleWords } from './flip-words.ts';

/** Lists verdicts that change, with the rules that cause it. */
export function FlipTable({ flips }: { flips: readonly Flip[] }) {
  return (
    <Table label="Flips">
      <thead>
        <tr>
          <Th>Case</Th>
          <Th>Before</Th>
          <Th>After</Th>
          <Th>Because of</Th>
        </tr>
      </thead>
      <tbody>
        {flips.map((flip) => (
          <Tr key={flip.job_id} className="align-top">
            <Td>
              <Link
                to="/jobs/$id"
                params={{ id: flip.job_id }}
                className="font-mono text-code whitespace-nowrap text-accent hover:underline"
              >
                {shortId(flip.job_id)}
              </Link>
            </Td>
            <Td dir="auto">{flip.before ?? '–'}</Td>
            <Td dir="auto" className="font-medium">
              {flip.after}
            </Td>
            <Td>
              {flip.rules.length === 0 ? (
                <span className="text-muted">No rule came out differently: the verdict follows from other texts.</span>
              ) : (
                <ul>
                  {flip.rules.map((rule) => (
                    <li key={rule.rule_id}>
                      <bdi>{rule.title}</bdi> <span className="text-muted">{ruleWords(rule)}</span>
                    </li>
                  ))}
                </ul>
              )}
            </Td>
          </Tr>
        ))}
      </tbody>
    </Table>
  );
}
