import type { Policy } from '@errand/sdk';
import { useMutation } from '@tanstack/react-query';
import { useNavigate } from '@tanstack/react-router';
import { reload } from '../../data/queries.ts';
import { keys } from '../../data/query-keys.ts';
import { showToast } from '../../design/toast.ts';
import { errand } from '../../session/client.ts';
import { forget } from './kept-draft.ts';
import { type PolicyDraft, writePolicy } from './policy-draft.ts';

type Unsaved = {
  policy: Policy | undefined;
  /** Where the draft is kept in the browser. */
  place: string;
  baseId: string | null;
  name: string;
  description: string;
  versionName: string;
  draft: PolicyDraft;
};

/** Creates the policy, or a new version of it, and shows what was saved. */
export function useSavePolicy({ policy, place, baseId, name, description, versionName, draft }: Unsaved) {
  const navigate = useNavigate();
  return useMutation({
    mutationFn: async () => {
      const body = {
        content: writePolicy(draft),
        ...(versionName !== '' && { version_name: versionName }),
      };
      if (policy === undefined) {
        return { id: (await errand.policies.create({ name: name, description, ...body })).id, warnings: [] };
      }
      if (name !== policy.name || description !== policy.description)
        await errand.policies.update(policy.id, { name: name, description });
      const made = await errand.policyVersions.create(policy.id, {
        ...body,
        base_version_id: baseId,
        // It is promoted later, in a dialog that compares versions and asks for a reason.
        make_current: false,
      });
      return { id: policy.id, warnings: made.content_warnings, waitingId: made.id };
    },
    onSuccess: async ({ id, waitingId, warnings: found }: { id: string; waitingId?: string; warnings: string[] }) => {
      forget(place);
      if (waitingId === undefined) {
        showToast('Policy created', { description: 'New jobs will use it.' });
      } else {
        // The next page shows the warnings of the current version, so those of a waiting one are shown here.
        const description = ['It is not used until you promote it.', ...found].join(' ');
        showToast('New version saved', { description });
      }
      await reload(keys.policies());
      const from = policy?.current_version_id ?? undefined;
      const search = waitingId === undefined ? {} : { tab: 'versions' as const, from, to: waitingId };
      await navigate({ to: '/policies/$id', params: { id }, search });
    },
  });
}
