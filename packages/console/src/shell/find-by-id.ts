import { errand } from '../session/client.ts';

export type Found = { label: string; hint: string; to: string };

/** Finds the object of a pasted id. Asks for all kinds at once, of which at most one has it. */
export async function findById(text: string, signal: AbortSignal): Promise<Found[]> {
  const id = text.trim().toLowerCase();
  const looks: Promise<Found>[] = [
    errand.jobs.get(id, { signal }).then(() => ({ label: 'Job', hint: id, to: `/jobs/${id}` })),
    errand.agents.get(id, { signal }).then((agent) => ({ label: agent.name, hint: 'Agent', to: `/agents/${id}` })),
    errand.batches
      .get(id, {}, { signal })
      .then((batch) => ({ label: batch.name || 'Batch', hint: 'Batch', to: `/batches/${id}` })),
    errand.webhooks
      .get(id, { signal })
      .then((webhook) => ({ label: webhook.name, hint: 'Webhook', to: `/webhooks/${id}` })),
    errand.schedules
      .get(id, { signal })
      .then((schedule) => ({ label: schedule.name, hint: 'Schedule', to: `/schedules/${id}` })),
    errand.triggers
      .get(id, { signal })
      .then((trigger) => ({ label: trigger.name, hint: 'Trigger', to: `/triggers/${id}` })),
    errand.policies
      .get(id, { signal })
      .then((policy) => ({ label: policy.name, hint: 'Policy', to: `/policies/${id}` })),
    errand.skills.get(id, { signal }).then((set) => ({ label: set.name, hint: 'Skill set', to: `/skills/${id}` })),
    errand.knowledge
      .get(id, { signal })
      .then((base) => ({ label: base.name || base.company, hint: 'Knowledge base', to: `/knowledge/${id}` })),
    errand.evaluationSets
      .get(id, { signal })
      .then((set) => ({ label: set.name, hint: 'Evaluation set', to: `/evaluations/${id}` })),
    errand.evaluationRuns
      .get(id, { signal })
      .then(() => ({ label: 'Evaluation run', hint: id, to: `/evaluations/runs/${id}` })),
    errand.policyVersions
      .get(id, { signal })
      .then(() => ({ label: 'Policy version', hint: id, to: `/policies/versions/${id}` })),
  ];
  const settled = await Promise.allSettled(looks);
  return settled.flatMap((one) => (one.status === 'fulfilled' ? [one.value] : []));
}
