import type { JsonObject } from '@errand/sdk';
import { PageHeader } from '../../design/page-header.tsx';
import { RoleNeeded } from '../../design/role-needed.tsx';
import { useAccess } from '../../session/access.ts';
import { PolicyEditor } from './policy-editor.tsx';

/** A starting point, so that nobody begins with an empty page. */
const firstContent: JsonObject = {
  guidelines: {
    categories: [{ title: 'General', rules: [{ title: '', description: '', flag: 'RED_FLAG' }] }],
  },
  dispositions: {
    classifications: [
      { name: 'approved', description: 'No red flag rule is met.' },
      { name: 'rejected', description: 'A red flag rule is met.' },
    ],
  },
  summary_template: { template: '{{verdict}}: {{#each findings}}{{#if hit}}{{rule_title}}. {{/if}}{{/each}}' },
};

export function NewPolicyPage() {
  const { can } = useAccess();
  return (
    <>
      <PageHeader title="New policy" crumbs={[{ label: 'Policies', to: '/policies' }]} />
      {can('member') ? <PolicyEditor content={firstContent} baseId={null} /> : <RoleNeeded what="Writing policies" />}
    </>
  );
}
