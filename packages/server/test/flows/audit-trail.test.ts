import assert from 'node:assert/strict';
import { test } from 'node:test';
import { createGateEngine, testEngines } from '../engines.ts';
import { startHarness, stopAtEnd, until } from '../harness.ts';
import { createAgent, startJob } from '../runs.ts';
import { createWorld, fillPath, type World } from '../world.ts';

// What changes something is told in the audit log, for every endpoint there is: the route table says which there are,
// and one that is in none of these lists fails the test.

/** They read, or they let somebody in. */
const changesNothing = new Set([
  'POST /v1/agents/jobs/statuses/',
  'POST /v1/agents/jobs/results/',
  'POST /v1/auth/login/',
  'POST /v1/invitations/open/',
  'POST /v1/auth/link/',
  'POST /v1/auth/sso/',
  // A program asks; nothing changes before somebody confirms.
  'POST /v1/auth/device/',
  'POST /v1/connections/test-credentials/',
  'POST /v1/screening/',
  'POST /v1/agents/run/:agent_id/estimate/',
]);

/** What they make is its own record, with who and when, and stays: jobs, batches, queries, files, deliveries. */
const makesRecords = new Set([
  'POST /v1/agents/run/:agent_id/',
  'POST /v1/agents/run/:agent_id/async/',
  'POST /v1/agents/run/:agent_id/versions/:agent_version_id/',
  'POST /v1/agents/run/:agent_id/versions/:agent_version_id/async/',
  'POST /v1/agents/run/:agent_id/async/many/',
  'POST /v1/models/try/',
  'POST /v1/agents/run/:agent_id/batches/',
  'POST /v1/agents/batches/:batch_id/retry-failed/',
  'POST /v1/agents/jobs/:job_id/retry/',
  // A plan: nothing is done before it starts, which is told.
  'POST /v1/agents/bulk/',
  'POST /v1/engine-callbacks/',
  'POST /v1/agents/jobs/:job_id/events/:name/',
  // Runs of triggers, and a look at what an event would do.
  'POST /hooks/:hook_token/',
  'POST /v1/triggers/:trigger_id/test/',
  // Jobs that clients of these protocols start.
  'POST /mcp/',
  'POST /mcp/knowledge-base/:knowledge_base_id/',
  // Settles a proposal, and there is none; reads again what is there; finds what is tracked already.
  'POST /v1/knowledge-base/:knowledge_base_id/resolve/',
  'POST /v1/knowledge-base/:knowledge_base_id/sync/',
  'POST /v1/knowledge-base/import-lens/',
  // Like deleting, without the lens.
  'DELETE /v1/knowledge-base/:knowledge_base_id/unlink/',
  'POST /a2a/',
  'POST /a2a/:agent_id/',
  'POST /openai/v1/responses/',
  'POST /openai/v1/chat/completions/',
  'POST /v1/datasets/files/upload/',
  'POST /v1/tables/query/',
  'POST /v1/tables/upload/presigned-url/',
  'POST /v1/database/query/',
  'POST /v1/database/query/async/',
  'POST /v1/agents/:agent_id/webhooks/:webhook_id/test/',
  'POST /v1/webhook-listeners/:listener_id/pull/',
  // A reservation of a quarter of an hour: the task names who has it.
  'POST /v1/reviews/next/',
  'POST /v1/reviews/:review_id/reserve/',
  'POST /v1/reviews/:review_id/release/',
]);

/** What belongs to a person, and to no organization: orgs/session-routes.test.ts. */
const ofPeople = new Set([
  'POST /v1/auth/logout/',
  'POST /v1/auth/sso/logout/',
  'POST /v1/users/current_user/password/',
  'DELETE /v1/users/current_user/sessions/',
  'DELETE /v1/users/current_user/sessions/:session_id/',
]);

/** Where something has to wait to be cancelled, or goes on in the background. */
const withTests = new Set([
  // Need an identity provider: sso/sso.test.ts.
  'POST /v1/auth/sso/complete/',
  'POST /v1/auth/sso/backchannel-logout/',
  // A person accepts, of whom the log of the organization tells: orgs/invitations.test.ts.
  'POST /v1/invitations/accept/',
  // A program asks first: orgs/logins.test.ts.
  'POST /v1/auth/device/decision/',
  'POST /v1/auth/device/key/',
  // They make and remove many things, each with an entry of its own: demo/demo.test.ts.
  'POST /v1/demo/',
  'DELETE /v1/demo/',
  // A program asks first: oauth/oauth.test.ts.
  'POST /oauth/interactions/:interaction/',
  'DELETE /v1/organizations/:organization_id/oauth-grants/:grant_id/',
  // Need a second person, a second case or an empty queue: case-desk/routes.test.ts.
  'POST /v1/cases/:desk_case_id/approve/',
  'POST /v1/cases/:desk_case_id/merge/',
  'DELETE /v1/case-queues/:case_queue_id/',
  // Needs a second person: promotions.test.ts.
  'POST /v1/promotions/:promotion_id/approve/',
  // Begins a run, which world.ts does before; its alerts are reported as they are sent: src/transactions/routes.test.ts.
  'POST /v1/case-queues/:case_queue_id/detections/',
  // Need decided or restricted cases, a gate, or no queue: case-desk/records.test.ts and playbooks/playbooks.test.ts.
  'DELETE /v1/cases/:desk_case_id/hold/',
  'POST /v1/cases/lift-restrictions/',
  'POST /v1/case-checks/',
  'POST /v1/case-checks/sample/',
  'POST /v1/case-checks/:case_check_id/decide/',
  'DELETE /v1/case-templates/:template_name/',
  'DELETE /v1/playbooks/:playbook_id/gate/',
  'PATCH /v1/playbooks/:playbook_id/set-current-version/:playbook_version_id/',
  'POST /v1/playbooks/:playbook_id/rehearsals/:playbook_rehearsal_id/cancel/',
  // Two reviews have to differ: jobs/reviews/settle.test.ts.
  'POST /v1/reviews/:review_id/settle/',
  // Cancel and delete data of jobs, as their own endpoints do: test/streams/openai.test.ts.
  'POST /openai/v1/responses/:response/cancel/',
  'DELETE /openai/v1/responses/:response/',
  // Need somebody to reach: connections/routes.test.ts, test/connections/sign-in.test.ts.
  'POST /v1/connections/:connection_id/sign-in/',
  'POST /v1/connections/complete-sign-in/',
  'DELETE /v1/connections/:connection_id/sign-in/',
  'POST /v1/connections/:connection_id/test/',
  // Links too: webhooks/listeners.test.ts.
  'POST /v1/webhook-listeners/',
  'POST /v1/agents/jobs/:job_id/cancel/',
  'POST /v1/agents/:agent_id/jobs/cancel-all/',
  'POST /v1/agents/batches/:batch_id/cancel/',
  // Only what goes on can be paused, and only what ended be taken back: bulk/bulk.test.ts.
  'POST /v1/agents/bulk/:operation_id/pause/',
  'POST /v1/agents/bulk/:operation_id/resume/',
  'POST /v1/agents/bulk/:operation_id/cancel/',
  'POST /v1/agents/bulk/:operation_id/undo/',
  'POST /v1/database/query/:worksheet_query_id/cancel/',
  'POST /v1/tables/upload/:upload_id/complete/',
  // Only what goes on can be cancelled, and only that be resumed: test/evaluations.
  'POST /v1/evaluation-runs/:run_id/cancel/',
  'POST /v1/evaluation-runs/:run_id/resume/',
  'POST /v1/policies/:policy_id/rehearsals/:rehearsal_id/cancel/',
  'POST /v1/policies/:policy_id/rehearsals/:rehearsal_id/resume/',
  // The first answer ends the link: jobs/wait-routes.test.ts.
  'POST /v1/wait-links/:token/',
]);

const table = (content: string): FormData => {
  const form = new FormData();
  form.set('table_name', 'audited');
  form.set('file', new File([content], 'a.csv'));
  return form;
};
const screeningFile = (): FormData => {
  const form = new FormData();
  form.set('file', new File(['id,kind,name\n1,person,Jane Roe\n'], 'list.csv'));
  return form;
};
const caseDecision = { outcome: 'no_report', reason_code: 'clear', narrative: '' };
const playbookBody = ({ agent_id: id }: World) => ({
  name: 'new',
  content: { steps: [{ name: 'look', agent_id: id, inputs: {} }], auto_close: null },
});
const caseAlert = ({ case_queue_id: queue }: World) => ({
  queue,
  external_id: 'new',
  subject: { kind: 'person', name: 'John Roe', identifiers: {} },
  rule: 'a rule',
  detected_at: '2026-03-27T10:00:00Z',
});
const content = { guidelines: { categories: [] } };
const gateOf = ({ evaluation_set_id: id }: World) => ({ evaluation_set_id: id, no_regressions: true });

/** The others with a body that changes something, in an order in which each finds what it needs. */
const changes: [endpoint: string, action: string, body?: (world: World) => unknown][] = [
  [
    'POST /v1/organizations/:organization_id/members/',
    'member.added',
    () => ({ email: 'new@example.com', role: 'member' }),
  ],
  [
    'POST /v1/organizations/:organization_id/invitations/',
    'invitation.created',
    () => ({ email: 'invited@example.com', role: 'member' }),
  ],
  ['DELETE /v1/organizations/:organization_id/invitations/:invitation_id/', 'invitation.revoked'],
  ['PATCH /v1/organizations/:organization_id/members/:user_id/', 'member.updated', () => ({ role: 'viewer' })],
  ['DELETE /v1/organizations/:organization_id/members/:user_id/', 'member.removed'],
  ['POST /v1/organizations/:organization_id/api-keys/', 'api_key.created', () => ({ name: 'new' })],
  ['POST /v1/organizations/:organization_id/api-keys/:key_id/rotate/', 'api_key.rotated'],
  ['DELETE /v1/organizations/:organization_id/api-keys/:key_id/', 'api_key.revoked'],
  ['POST /v1/agents/jobs/:job_id/contest/', 'job.contested', () => ({ reason: 'It is wrong.' })],
  ['POST /v1/agents/jobs/:job_id/hold/', 'job.held', () => ({ reason: 'A dispute is open.' })],
  ['DELETE /v1/agents/jobs/:job_id/hold/', 'job.hold_released'],
  [
    'PUT /v1/organizations/:organization_id/retention/',
    'retention.updated',
    () => ({ jobs_days: 3650, evidence_days: null, steps_days: null, audit_days: null }),
  ],
  [
    'PUT /v1/organizations/:organization_id/models/',
    'models.updated',
    () => ({ default_model: null, chain: [], allow_house_keys: true, batch_lane: 'allowed' }),
  ],
  ['POST /v1/organizations/:organization_id/signing-key/rotate/', 'signing_key.rotated'],
  ['PUT /v1/secrets/:secret_name/', 'secret.replaced', () => ({ value: 'another value' })],
  ['DELETE /v1/secrets/:secret_name/', 'secret.deleted'],
  [
    'POST /v1/connections/',
    'connection.created',
    () => ({ connector_type: 'custom_api', name: 'new', config: { base_url: 'https://new.example.com' } }),
  ],
  ['PUT /v1/connections/:connection_id/', 'connection.updated', () => ({ name: 'put' })],
  ['PATCH /v1/connections/:connection_id/', 'connection.updated', () => ({ name: 'patched' })],
  ['DELETE /v1/connections/:connection_id/', 'connection.deleted'],
  ['PATCH /v1/organizations/:organization_id/', 'organization.updated', () => ({ name: 'Renamed' })],
  ['POST /v1/agents/', 'agent.created', () => ({ name: 'new', engine_class_id: 'EchoEngine' })],
  ['PUT /v1/agents/:agent_id/', 'agent.updated', () => ({ name: 'put' })],
  ['PATCH /v1/agents/:agent_id/', 'agent.updated', () => ({ name: 'patched' })],
  ['POST /v1/agents/:agent_id/duplicate/', 'agent.duplicated'],
  ['POST /v1/agents/:agent_id/versions/', 'agent_version.created', () => ({ version_name: 'third' })],
  [
    'POST /v1/agents/:agent_id/samples/',
    'agent_version.created',
    () => ({ input_definitions: [{ key: 'tried', data_type: 'text/plain', required: false }] }),
  ],
  [
    'PUT /v1/agents/:agent_id/versions/:agent_version_id/',
    'agent_version.updated',
    () => ({ version_name: 'put', description: 'x' }),
  ],
  [
    'PATCH /v1/agents/:agent_id/versions/:agent_version_id/',
    'agent_version.updated',
    () => ({ version_name: 'patched' }),
  ],
  ['PATCH /v1/agents/:agent_id/set-current-version/:agent_version_id/', 'agent.version_promoted'],
  ['POST /v1/agents/tags/', 'tag.created', () => ({ name: 'new' })],
  ['PATCH /v1/agents/tags/:tag_id/', 'tag.updated', () => ({ name: 'renamed' })],
  ['PUT /v1/agents/:agent_id/tags/', 'agent.tags_set', ({ tag_id: id }) => ({ tag_ids: [id] })],
  ['DELETE /v1/agents/tags/:tag_id/', 'tag.deleted'],
  ['POST /v1/policies/', 'policy.created', () => ({ name: 'new', content })],
  ['PUT /v1/policies/:policy_id/', 'policy.updated', () => ({ name: 'put' })],
  ['PATCH /v1/policies/:policy_id/', 'policy.updated', () => ({ name: 'patched' })],
  ['POST /v1/policies/:policy_id/versions/', 'policy_version.created', () => ({ content })],
  ['PATCH /v1/policies/:policy_id/set-current-version/:policy_version_id/', 'policy.version_promoted'],
  ['POST /v1/knowledge-base/', 'knowledge_base.created', () => ({ company: 'new', brief: 'Payouts to accounts.' })],
  [
    'PATCH /v1/knowledge-base/:knowledge_base_id/selection/',
    'knowledge_base.selection_changed',
    () => ({ refs: [{ typologyId: 'ponzi' }] }),
  ],
  ['POST /v1/knowledge-base/:knowledge_base_id/finalize/', 'knowledge_base.finalized', () => ({})],
  ['POST /v1/knowledge-base/:knowledge_base_id/regenerate/', 'knowledge_base.proposal_requested', () => ({})],
  ['DELETE /v1/knowledge-base/:knowledge_base_id/', 'knowledge_base.deleted'],
  ['POST /v1/skills/', 'skill_set.created', () => ({ name: 'new' })],
  ['PATCH /v1/skills/:skill_set_id/', 'skill_set.updated', () => ({ name: 'patched' })],
  [
    'POST /v1/skills/:skill_set_id/versions/',
    'skill_version.created',
    () => ({ files: [{ relative_path: 'a.md', content: '' }] }),
  ],
  ['PATCH /v1/skills/:skill_set_id/set-current-version/:skill_version_id/', 'skill_set.version_promoted'],
  ['DELETE /v1/skills/:skill_set_id/generation/:skill_run_id/', 'skill_set.generation_dismissed'],
  [
    'POST /v1/skills/:skill_set_id/generate-version/',
    'skill_set.generation_started',
    ({ table_name: name }) => ({ use_case: 'new', table_names: [name] }),
  ],
  ['DELETE /v1/skills/:skill_set_id/', 'skill_set.deleted'],
  ['POST /v1/screening-watches/', 'screening_watch.created', () => ({ name: 'new' })],
  ['POST /v1/screening-watches/:screening_watch_id/runs/', 'screening_watch.run_started', () => ({})],
  ['PATCH /v1/screening-watches/:screening_watch_id/', 'screening_watch.updated', () => ({ name: 'patched' })],
  [
    'PUT /v1/screening-watches/:screening_watch_id/subjects/',
    'screening_watch.subjects_changed',
    () => ({ subjects: [{ id: 'another', name: 'John Doe' }] }),
  ],
  ['DELETE /v1/screening-watches/:screening_watch_id/', 'screening_watch.deleted'],
  ['POST /v1/screening-lists/', 'screening_list.created', () => ({ name: 'new' })],
  ['PATCH /v1/screening-lists/:screening_list_id/', 'screening_list.updated', () => ({ name: 'patched' })],
  ['POST /v1/screening-lists/:screening_list_id/import/', 'screening_list.imported', screeningFile],
  [
    'PUT /v1/screening/decisions/',
    'screening_list.decided',
    ({ screening_list_id: id }) => ({
      subject_key: 'person:5d41402abc4b2a76',
      list_id: id,
      entry_id: '1',
      decision: 'false_positive',
      reason: 'Another person.',
    }),
  ],
  ['DELETE /v1/screening-lists/:screening_list_id/', 'screening_list.deleted'],
  ['POST /v1/case-queues/', 'case_queue.created', () => ({ name: 'new' })],
  ['PATCH /v1/case-queues/:case_queue_id/', 'case_queue.updated', () => ({ reason_codes: ['clear'] })],
  [
    'PUT /v1/case-queues/:case_queue_id/transactions/',
    'case_queue.transactions_set',
    ({ transactions_table: table }) => ({
      table,
      columns: { at: 'booked', from: 'sender', to: 'receiver', amount: 'amount' },
    }),
  ],
  ['DELETE /v1/case-queues/:case_queue_id/transactions/', 'case_queue.transactions_deleted'],
  ['POST /v1/case-alerts/', 'case.opened', caseAlert],
  [
    'POST /v1/cases/:desk_case_id/priority/',
    'case.priority_changed',
    () => ({ priority: 'urgent', reason: 'Money is about to leave.' }),
  ],
  ['POST /v1/cases/:desk_case_id/documents/', 'case.document_added', screeningFile],
  ['DELETE /v1/cases/:desk_case_id/documents/:case_document_id/', 'case.document_removed'],
  ['POST /v1/cases/:desk_case_id/hold/', 'case.held', () => ({ reason: 'A dispute.' })],
  [
    'PUT /v1/cases/:desk_case_id/report/',
    'case.report_saved',
    () => ({ template: 'generic', sections: [{ key: 'a', title: 'A', sentences: [] }], revision: 0 }),
  ],
  ['PUT /v1/case-templates/:template_name/', 'case_template.set', () => ({ sections: [{ key: 'a', title: 'A' }] })],
  ['POST /v1/playbooks/', 'playbook.created', playbookBody],
  ['PATCH /v1/playbooks/:playbook_id/', 'playbook.updated', () => ({ name: 'another name' })],
  ['POST /v1/playbooks/:playbook_id/versions/', 'playbook_version.created', playbookBody],
  ['PUT /v1/playbooks/:playbook_id/gate/', 'playbook.gate_set', () => ({ min_cases: 1, max_wrong_share: 0 })],
  [
    'POST /v1/playbooks/:playbook_id/rehearsals/',
    'playbook.rehearsed',
    ({ playbook_version_id: id }) => ({ version_id: id }),
  ],
  ['DELETE /v1/playbooks/:playbook_id/', 'playbook.deleted'],
  ['POST /v1/cases/:desk_case_id/assign/', 'case.unassigned', () => ({ user_id: null })],
  ['POST /v1/cases/:desk_case_id/note/', 'case.note_added', () => ({ text: 'A note.' })],
  ['POST /v1/cases/:desk_case_id/task/', 'case.task_added', () => ({ title: 'A task' })],
  ['PATCH /v1/cases/:desk_case_id/tasks/:case_task_id/', 'case.task_done', () => ({ done: true })],
  [
    'POST /v1/cases/:desk_case_id/pause-clock/',
    'case.clock_paused',
    () => ({ name: 'Report', reason: 'Asked.', paused: true }),
  ],
  [
    'POST /v1/cases/:desk_case_id/split/',
    // The hold goes with the alert to the new case.
    'case.held',
    ({ case_alert_id: id }) => ({ alert_ids: [id], reason: 'Another customer.' }),
  ],
  ['POST /v1/cases/:desk_case_id/restrict/', 'case.unrestricted', () => ({ user_ids: [] })],
  ['POST /v1/cases/:desk_case_id/decide/', 'case.decided', () => caseDecision],
  ['POST /v1/cases/:desk_case_id/reopen/', 'case.reopened', () => ({ reason: 'A new document.' })],
  [
    'POST /v1/cases/:desk_case_id/decide/',
    'case.decision_proposed',
    () => ({ ...caseDecision, outcome: 'report', narrative: 'A wage.' }),
  ],
  ['POST /v1/cases/:desk_case_id/reject/', 'case.decision_rejected', () => ({ comment: 'Not yet.' })],
  ['POST /v1/promotions/:promotion_id/reject/', 'policy.promotion_rejected', () => ({ comment: 'Not yet.' })],
  ['PUT /v1/agents/:agent_id/review-plan/', 'agent.review_plan_set', () => ({ sample_rate: 0 })],
  ['POST /v1/reviews/:review_id/skip/', 'review.skipped', () => ({ reason: 'I know the vendor.' })],
  ['POST /v1/reviews/:review_id/decide/', 'review.decided', () => ({ agrees: true })],
  ['POST /v1/agents/jobs/:job_id/feedback/', 'job.reviewed', () => ({ matches_ground_truth: true })],
  ['POST /v2/agents/:agent_id/jobs/:job_id/feedback/', 'job.reviewed', () => ({ matches_ground_truth: true })],
  ['POST /v1/waits/:wait_id/link/', 'wait.link_created', () => ({})],
  ['POST /v1/waits/:wait_id/answer/', 'wait.answered', () => ({ answer: 'yes' })],
  ['POST /webhooks/', 'webhook.created', () => ({ name: 'new', url: 'https://example.com/new' })],
  ['PUT /webhooks/:webhook_id/', 'webhook.updated', () => ({ name: 'put', url: 'https://example.com/put' })],
  ['PATCH /webhooks/:webhook_id/', 'webhook.updated', () => ({ name: 'patched' })],
  ['POST /webhooks/:webhook_id/rotate-secret/', 'webhook.secret_rotated'],
  ['POST /webhooks/:webhook_id/deliveries/:delivery_id/resend/', 'webhook.delivery_resent'],
  ['POST /webhooks/:webhook_id/deliveries/recover/', 'webhook.recovered', () => ({ since: '2020-01-01T00:00:00Z' })],
  ['POST /v1/agents/jobs/:job_id/webhook/resend/', 'job.webhook_resent'],
  ['POST /v1/agents/jobs/:job_id/post-actions/:post_action_id/resend/', 'job.post_action_resent'],
  ['DELETE /webhooks/:webhook_id/agents/:agent_id/', 'webhook.unlinked'],
  ['POST /webhooks/:webhook_id/agents/', 'webhook.linked', ({ agent_id: id }) => ({ agent_ids: [id] })],
  ['DELETE /webhooks/:webhook_id/agents/:agent_id/', 'webhook.unlinked'],
  ['DELETE /webhooks/:webhook_id/', 'webhook.deleted'],
  ['DELETE /v1/webhook-listeners/:listener_id/', 'webhook.deleted'],
  ['POST /v1/triggers/', 'trigger.created', ({ agent_id: id }) => ({ name: 'new', kind: 'http', agent_id: id })],
  [
    'PUT /v1/triggers/:trigger_id/',
    'trigger.updated',
    ({ agent_id: id }) => ({ name: 'a', kind: 'http', agent_id: id }),
  ],
  ['PATCH /v1/triggers/:trigger_id/', 'trigger.updated', () => ({ enabled: false })],
  ['POST /v1/triggers/:trigger_id/rotate-address/', 'trigger.address_rotated'],
  ['DELETE /v1/triggers/:trigger_id/', 'trigger.deleted'],
  ['POST /v1/schedules/', 'schedule.created', ({ agent_id: id }) => ({ name: 'new', agent_id: id, cron: '@yearly' })],
  [
    'PUT /v1/schedules/:schedule_id/',
    'schedule.updated',
    ({ agent_id: id }) => ({ name: 'a', agent_id: id, cron: '@yearly' }),
  ],
  ['PATCH /v1/schedules/:schedule_id/', 'schedule.updated', () => ({ enabled: false })],
  ['POST /v1/schedules/:schedule_id/run/', 'schedule.run'],
  ['DELETE /v1/schedules/:schedule_id/', 'schedule.deleted'],
  ['POST /v1/evaluation-sets/', 'evaluation_set.created', () => ({ name: 'new' })],
  ['PUT /v1/evaluation-sets/:set_id/', 'evaluation_set.updated', () => ({ name: 'put' })],
  ['PATCH /v1/evaluation-sets/:set_id/', 'evaluation_set.updated', () => ({ name: 'patched' })],
  [
    'POST /v1/evaluation-sets/:set_id/cases/',
    'evaluation_set.cases_added',
    () => ({ cases: [{ inputs: { text: 'a' }, expected: { output: 'a' } }] }),
  ],
  ['POST /v1/evaluation-sets/:set_id/runs/', 'evaluation_run.started', () => ({})],
  ['DELETE /v1/evaluation-sets/:set_id/cases/:case_id/', 'evaluation_set.case_deleted'],
  ['PUT /v1/agents/:agent_id/gate/', 'agent.gate_set', gateOf],
  ['DELETE /v1/agents/:agent_id/gate/', 'agent.gate_removed'],
  ['POST /v1/policies/:policy_id/rehearsals/', 'rehearsal.started', ({ version_id }) => ({ version_id })],
  ['PUT /v1/policies/:policy_id/gate/', 'policy.gate_set', gateOf],
  ['DELETE /v1/policies/:policy_id/gate/', 'policy.gate_removed'],
  ['DELETE /v1/policies/:policy_id/', 'policy.deleted'],
  ['DELETE /v1/evaluation-sets/:set_id/', 'evaluation_set.deleted'],
  ['POST /v1/agents/bulk/:operation_id/start/', 'bulk_operation.started'],
  ['POST /v1/budgets/', 'budget.created', () => ({ scope: 'organization', period: 'month', amount: 5_000_000 })],
  ['PATCH /v1/budgets/:budget_id/', 'budget.updated', () => ({ amount: 2_000_000 })],
  ['DELETE /v1/budgets/:budget_id/', 'budget.deleted'],
  ['PUT /v1/alerts/settings/', 'alert_settings.updated', () => ({ watches_agents: true })],
  ['POST /v1/agents/job-views/', 'job_view.saved', () => ({ name: 'new', search: {} })],
  ['DELETE /v1/agents/job-views/:view_id/', 'job_view.deleted'],
  ['POST /v1/tables/upload/', 'table.created', () => table('a\n1\n')],
  ['DELETE /v1/tables/:table_name/', 'table.deleted'],
  ['POST /v1/database/worksheets/', 'worksheet.created', () => ({ name: 'new' })],
  ['PATCH /v1/database/worksheets/:worksheet_id/', 'worksheet.updated', () => ({ content: 'select 2' })],
  ['DELETE /v1/database/worksheets/:worksheet_id/', 'worksheet.deleted'],
  ['POST /v1/agents/jobs/:job_id/delete-data/', 'job.data_deleted'],
  ['DELETE /v1/agents/:agent_id/versions/:agent_version_id/', 'agent_version.deleted'],
  ['DELETE /v1/agents/:agent_id/', 'agent.deleted'],
];

const gate = createGateEngine();

const harness = stopAtEnd(await startHarness({ engines: [...testEngines, gate.engine] }));
const org = await harness.org();
const world = await createWorld(harness, org);

/** The actions that the log has more of after the request than before. */
async function newActions(method: string, path: string, body?: unknown): Promise<[status: number, actions: string[]]> {
  const audit = () =>
    harness.database.system.query<{ action: string; by: string }>(
      'select action, coalesce(actor_key_id::text, action) as by from audit_log where org_id = $1 order by id',
      [org.orgId],
    );
  const known = (await audit()).length;
  const answer = await org.request(method, path, body);
  assert.ok(answer.status < 300, `${method} ${path}: ${answer.status} ${answer.text}`);
  const added = (await audit()).slice(known);
  for (const { action, by } of added) assert.notEqual(by, action, `${action} says who`);
  return [answer.status, added.map(({ action }) => action)];
}

test('every endpoint that changes something is listed here', () => {
  const known = new Set([
    ...changesNothing,
    ...makesRecords,
    ...ofPeople,
    ...withTests,
    ...changes.map(([endpoint]) => endpoint),
  ]);
  const served = harness.service.app.endpoints
    .filter(({ method }) => method !== 'GET')
    .map(({ method, path }) => `${method} ${path}`);
  assert.deepEqual(
    served.filter((endpoint) => !known.has(endpoint)),
    [],
  );
  assert.deepEqual(
    [...known].filter((endpoint) => !served.includes(endpoint)),
    [],
  );
});

test('cancelling is recorded once if it cancelled something, and otherwise not at all', async () => {
  const gated = await createAgent(org, 'GateEngine');
  const jobId = await startJob(org, gated.id, { text: 'a' });
  const one = `/v1/agents/jobs/${jobId}/cancel/`;
  assert.deepEqual(await newActions('POST', one), [204, ['job.cancelled']]);
  assert.deepEqual(await newActions('POST', one), [204, []]);
  for (const text of ['b', 'c']) await startJob(org, gated.id, { text });
  const all = `/v1/agents/${gated.id}/jobs/cancel-all/`;
  assert.deepEqual(await newActions('POST', all), [200, ['agent.jobs_cancelled']]);
  assert.deepEqual(await newActions('POST', all), [200, []]);
  const inputs = [{ text: 'd' }, { text: 'e' }];
  const batch = (await org.request('POST', `/v1/agents/run/${gated.id}/batches/`, { inputs })).body.id;
  assert.deepEqual(await newActions('POST', `/v1/agents/batches/${batch}/cancel/`), [200, ['batch.cancelled']]);
  const told = await org.request('GET', `/v1/organizations/${org.orgId}/audit/?target_id=${batch}`);
  assert.deepEqual(told.body.results[0].detail, { jobs: 2 });
  const query = await org.request('POST', '/v1/database/query/async/', {
    query: `select * from run_agent_sync('${gated.id}', struct_pack(text := 'f'))`,
    worksheet_id: world.worksheet_id,
  });
  const cancel = `/v1/database/query/${query.body.id}/cancel/`;
  assert.deepEqual(await newActions('POST', cancel), [200, ['query.cancelled']]);
  assert.deepEqual(await newActions('POST', cancel), [200, []]);
  await until(async () => gate.waiting.size === 0, 'engines to stop');
});

test('a table imported in the background is recorded with who asked for it', async () => {
  const created = () => org.request('GET', `/v1/organizations/${org.orgId}/audit/?action=table.created`);
  const before = (await created()).body.count;
  await org.request('POST', `/v1/tables/upload/${world.upload_id}/complete/`);
  const told = await until(async () => {
    const list = await created();
    return list.body.count === before + 1 && list.body.results[0];
  }, 'the import to be told');
  assert.equal(told.actor.kind, 'key');
});

for (const [endpoint, action, body] of changes) {
  test(`${endpoint} is reported as ${action}`, async () => {
    const [method, path] = endpoint.split(' ') as [string, string];
    const [, actions] = await newActions(method, fillPath(path, world), body?.(world));
    // Deleting the current version also promotes another one.
    assert.equal(actions.at(-1), action);
  });
}
