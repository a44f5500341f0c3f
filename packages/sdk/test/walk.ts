import type { Calls } from '../src/generated/calls/calls.ts';
import type { Errand } from '../src/index.ts';
import { keepCases } from './walk-cases.ts';
import { keepKnowledge } from './walk-knowledge.ts';
import { deletePlaybooks, keepPlaybooks } from './walk-playbooks.ts';
import { keepScreening } from './walk-screening.ts';
import { deleteSkills, keepSkills } from './walk-skills.ts';

/** `agents.list` and so on. The compiler knows all of them, so none can be left out below. */
export type OperationName = {
  [Resource in keyof Calls]: `${Resource}.${keyof Calls[Resource] & string}`;
}[keyof Calls];

/** Operations that cannot succeed here, with their status and the reason. */
export const refusals: Partial<Record<OperationName, [status: number, reason: string]>> = {
  'signIn.withLink': [401, 'only the first start of a server prints a code'],
  'sso.start': [404, 'no identity provider is configured'],
  'sso.complete': [404, 'no identity provider is configured'],
  'sso.backChannelLogout': [404, 'no identity provider is configured'],
  'uploads.rejects': [404, 'every row of the upload fits'],
  'oauth.getGrant': [404, 'nobody has signed in a program'],
  'oauth.endGrant': [404, 'nobody has signed in a program'],
  'oauth.interaction': [404, 'only a person with a browser can consent'],
  'oauth.decide': [404, 'only a person with a browser can consent'],
  'connections.test': [400, 'its address is in a private network'],
  'connections.testCredentials': [400, 'its address is in a private network'],
  'connections.signIn': [400, 'its credentials are of another kind'],
  'connections.completeSignIn': [400, 'no sign-in was begun'],
  'caseDesk.approve': [409, 'no decision is proposed'],
  'caseChecks.decide': [403, 'who decided a case does not look again'],
  'caseDesk.reject': [409, 'no decision is proposed'],
  'cases.explanation': [409, 'no policy decided the job'],
  'waits.answerByLink': [410, 'its wait was answered before'],
  'waits.sendEvent': [409, 'the job has ended'],
  'reviews.settle': [409, 'nobody disagrees'],
  'promotions.approve': [403, 'a second person has to'],
  'evaluationRuns.resume': [409, 'the run is done'],
  'rehearsals.resume': [409, 'the rehearsal is done'],
  'bulk.pause': [409, 'an export is done when it starts'],
  'bulk.resume': [409, 'it is not paused'],
  'bulk.cancel': [409, 'it is done'],
  'bulk.undo': [409, 'an export changes nothing'],
  'knowledge.resolve': [409, 'no proposal waits for an answer'],
  'engines.callback': [401, 'only a remote agent that was asked by HttpEngine can sign an answer'],
};

type Ids = Record<string, string>;
/** A person who signs in, and the client with their token. */
type Person = { password: string; as(token: string): Errand };
type Walk = Record<OperationName, () => unknown>;

/** Calls every operation once, in an order in which each finds what it needs. Deletions come last. */
export const createWalk = (errand: Errand, ids: Ids, { password, as }: Person): Walk => ({
  ...readAgents(errand, ids),
  ...readJobs(errand, ids),
  ...speakOpenAi(errand, ids),
  ...runAgents(errand, ids),
  ...keepOrganization(errand, ids, password),
  ...keepSessions(errand, { password, as }),
  ...keepPolicies(errand, ids),
  ...sendWebhooks(errand, ids),
  ...runByClock(errand, ids),
  ...evaluate(errand, ids),
  ...runByEvents(errand, ids),
  ...askTables(errand, ids),
  ...keepConnections(errand, ids),
  ...keepSkills(errand, ids),
  ...keepKnowledge(errand, ids),
  ...keepScreening(errand, ids),
  ...keepCases(errand, ids),
  ...keepPlaybooks(errand, ids),
  ...askService(errand),
  ...lookAround(errand),
  ...deleteSkills(errand, ids),
  ...deletePlaybooks(errand, ids),
  ...deleteAll(errand, ids),
});

const content = { guidelines: { categories: [{ title: 'A', rules: [{ title: 'another rule' }] }] } };
const everything = <T>(list: AsyncIterable<T>): Promise<T[]> => Array.fromAsync(list);

const lookAround = (errand: Errand) => ({
  'demo.create': () => errand.demo.create(),
  'demo.get': () => errand.demo.get(),
  'demo.remove': () => errand.demo.remove(),
});

/** The response is made by the walk itself, because its data is deleted. */
function speakOpenAi(errand: Errand, { agent_id: agentId = '' }: Ids) {
  let made = '';
  return {
    'openai.models': () => errand.openai.models(),
    'openai.model': () => errand.openai.model(agentId),
    'openai.createResponse': async () => {
      const response = await errand.openai.createResponse({ model: agentId, input: 'Ada' });
      made = String(response.id);
      return response;
    },
    'openai.createChatCompletion': () =>
      errand.openai.createChatCompletion({ model: agentId, messages: [{ role: 'user', content: 'Ada' }] }),
    'openai.getResponse': () => errand.openai.getResponse(made),
    'openai.cancelResponse': () => errand.openai.cancelResponse(made),
    'openai.deleteResponse': () => errand.openai.deleteResponse(made),
  };
}

const readAgents = (errand: Errand, { agent_id: agentId = '', agent_version_id: versionId = '', ...ids }: Ids) => ({
  'agents.list': () => errand.agents.list({ page: 1, ordering: '-created_at', engine_class_id: ['StepsEngine'] }),
  'agents.create': () => errand.agents.create({ name: 'Made by the SDK', engine_class_id: 'EchoEngine' }),
  'agents.jobStats': () => errand.agents.jobStats({ agent_id: [agentId] }),
  'agents.get': () => errand.agents.get(agentId),
  'doors.get': () => errand.doors.get(agentId),
  'a2a.agentCard': () => errand.a2a.agentCard(agentId),
  'a2a.call': () => errand.a2a.call(agentId, { jsonrpc: '2.0', id: 1, method: 'ListTasks', params: {} }),
  'agents.replace': () => errand.agents.replace(agentId, { name: 'Replaced' }),
  'agents.update': () => errand.agents.update(agentId, { disable_cache: true }),
  'agents.duplicate': () => errand.agents.duplicate(agentId),
  'agents.setTags': () => errand.agents.setTags(agentId, { tag_ids: [ids.tag_id!] }),
  'tags.list': () => errand.tags.list(),
  'tags.create': () => errand.tags.create({ name: 'urgent', color: 'red' }),
  'tags.update': () => errand.tags.update(ids.tag_id!, { color: 'blue' }),
  'versions.list': () => errand.versions.list(agentId),
  'versions.create': () => errand.versions.create(agentId, { version_name: 'third' }),
  'versions.current': () => errand.versions.current(agentId, { get_supports_eval: true }),
  'versions.get': () => errand.versions.get(agentId, versionId),
  'versions.replace': () => errand.versions.replace(agentId, versionId, { version_name: 'replaced' }),
  'versions.rename': () => errand.versions.rename(agentId, versionId, { version_name: 'renamed' }),
  'versions.sample': () => errand.versions.sample(agentId, { inputs: { text: 'a sample' } }),
  'versions.setCurrent': () => errand.versions.setCurrent(agentId, versionId),
  'activity.get': () => errand.activity.get({ hours: 1 }),
  'activity.ofVersions': () => errand.activity.ofVersions(agentId, { hours: 1 }),
  'engines.list': () => errand.engines.list(),
  'engines.models': () => errand.engines.models({ capability: 'text' }),
  'engines.callback': () => errand.engines.callback({ job_id: ids.job_id! }),
});

const readJobs = (errand: Errand, { job_id: jobId = '', agent_id: agentId = '', ...ids }: Ids) => ({
  'jobs.get': () => errand.jobs.get(jobId),
  'jobs.step': () => errand.jobs.step(jobId, '1'),
  'jobs.status': () => errand.jobs.status(jobId),
  'jobs.result': () => errand.jobs.result(jobId),
  'jobs.events': () => everything(errand.jobs.events(jobId)),
  'jobs.statuses': () => errand.jobs.statuses({ job_ids: [jobId] }),
  'jobs.results': () => errand.jobs.results({ job_ids: [jobId] }),
  'jobs.ofAgent': () => errand.jobs.ofAgent(agentId, { page_size: 5, status_code: 3 }),
  'jobs.list': () => errand.jobs.list({ agent_id: [agentId], page_size: 5 }),
  'jobs.facets': () => errand.jobs.facets({ agent_id: [agentId] }),
  'jobs.summary': () => errand.jobs.summary({ q: 'status:success cost:<5', buckets: 10 }),
  'jobs.errors': () => errand.jobs.errors({ agent_id: agentId }),
  'jobs.suggestions': () => errand.jobs.suggestions({ q: 'status:fa' }),
  'budgets.create': () =>
    errand.budgets.create({ scope: 'agent', agent_id: agentId, period: 'day', amount: 1_000_000 }),
  'budgets.list': () => errand.budgets.list(),
  'budgets.update': () => errand.budgets.update(ids.budget_id!, { amount: 2_000_000 }),
  'alerts.list': () => errand.alerts.list({ open: true }),
  'alerts.settings': () => errand.alerts.settings(),
  'alerts.setSettings': () => errand.alerts.setSettings({ watches_agents: true }),
  'bulk.plan': () => errand.bulk.plan({ kind: 'export', filter: { q: 'status:success' } }),
  'bulk.list': () => errand.bulk.list({ page: 1 }),
  'bulk.get': () => errand.bulk.get(ids.operation_id!),
  'bulk.items': () => errand.bulk.items(ids.operation_id!, { status: 'pending' }),
  'bulk.start': () => errand.bulk.start(ids.operation_id!),
  'bulk.pause': () => errand.bulk.pause(ids.operation_id!),
  'bulk.resume': () => errand.bulk.resume(ids.operation_id!),
  'bulk.cancel': () => errand.bulk.cancel(ids.operation_id!),
  'bulk.undo': () => errand.bulk.undo(ids.operation_id!),
  'bulk.file': () => errand.bulk.file(ids.operation_id!),
  'jobViews.create': () => errand.jobViews.create({ name: 'Made by the SDK', search: { q: 'has:error' } }),
  'jobViews.list': () => errand.jobViews.list(),
  'jobs.evidence': () => errand.jobs.evidence(jobId, { file: 'a.pdf' }),
  'jobs.artifacts': () => errand.jobs.artifacts(jobId),
  'jobs.artifact': () => errand.jobs.artifact(jobId, { artifact_key: ids.artifact_key! }),
  'jobs.reference': () => errand.jobs.reference(jobId, ids.resource_id!),
  'cases.file': () => errand.cases.file(jobId),
  'cases.index': () =>
    errand.cases.index(ids.organization_id!, { from: '2026-01-01T00:00:00Z', to: '2027-01-01T00:00:00Z' }),
  'cases.explanation': () => errand.cases.explanation(jobId),
  'cases.contest': () => errand.cases.contest(jobId, { reason: 'It is a butter knife.' }),
  'cases.hold': () => errand.cases.hold(jobId, { reason: 'A dispute is open.' }),
  'cases.holds': () => errand.cases.holds(ids.organization_id!),
  'cases.releaseHold': () => errand.cases.releaseHold(jobId),
  'cases.retention': () => errand.cases.retention(ids.organization_id!),
  'cases.setRetention': () =>
    errand.cases.setRetention(ids.organization_id!, {
      jobs_days: 3650,
      evidence_days: null,
      steps_days: null,
      audit_days: null,
    }),
  'cases.archive': () => errand.cases.archive(ids.organization_id!),
  'cases.certificates': () => errand.cases.certificates(ids.organization_id!),
  'signing.key': () => errand.signing.key(ids.organization_id!),
  'signing.auditHead': () => errand.signing.auditHead(ids.organization_id!),
  'signing.rotate': () => errand.signing.rotate(ids.organization_id!),
  'waits.list': () => errand.waits.list({ status: 'open', mine: true }),
  'waits.get': () => errand.waits.get(ids.wait_id!),
  'waits.link': () => errand.waits.link(ids.wait_id!, { expires_in_seconds: 60 }),
  'waits.page': () => errand.waits.page(ids.token!),
  'waits.answer': () => errand.waits.answer(ids.wait_id!, { answer: 'yes' }),
  'waits.answerByLink': () => errand.waits.answerByLink(ids.token!, { answer: 'yes' }),
  'waits.sendEvent': () => errand.waits.sendEvent(jobId, 'paid', { amount: 5 }),
  'reviews.setPlan': () => errand.reviews.setPlan(agentId, { sample_rate: 0 }),
  'reviews.getPlan': () => errand.reviews.getPlan(agentId),
  'reviews.list': () => errand.reviews.list({ state: 'open', agent_id: agentId }),
  'reviews.stats': () => errand.reviews.stats({ agent_id: agentId }),
  'reviews.next': () => errand.reviews.next({ agent_id: agentId }),
  'reviews.get': () => errand.reviews.get(ids.review_id!),
  'reviews.reserve': () => errand.reviews.reserve(ids.review_id!),
  'reviews.release': () => errand.reviews.release(ids.review_id!),
  'reviews.skip': () => errand.reviews.skip(ids.review_id!, { reason: 'I know the vendor.' }),
  'reviews.compare': () => errand.reviews.compare(ids.review_id!),
  'reviews.settle': () => errand.reviews.settle(ids.review_id!, { agrees: true }),
  'reviews.decide': () => errand.reviews.decide(ids.review_id!, { agrees: true }),
  'feedback.give': () => errand.feedback.give(jobId, { matches_ground_truth: true }),
  'feedback.get': () => errand.feedback.get(jobId),
  'feedback.giveOfAgent': () => errand.feedback.giveOfAgent(agentId, jobId, { matches_ground_truth: true }),
  'feedback.getOfAgent': () => errand.feedback.getOfAgent(agentId, jobId),
  'feedback.export': () => everything(errand.feedback.export(agentId, { review_status: 'approved' })),
  'files.upload': () => errand.files.upload(new Blob(['content']), 'b.pdf'),
  'files.limits': () => errand.files.limits(),
  'files.get': () => errand.files.get(ids.file_id!),
  'files.content': () => errand.files.content(ids.file_id!),
});

const runAgents = (errand: Errand, { agent_id: agentId = '', agent_version_id: versionId = '', ...ids }: Ids) => ({
  'runs.run': () => errand.runs.run(agentId, { inputs: { text: 'Ada' } }),
  'runs.estimate': () => errand.runs.estimate(agentId, { inputs: { text: 'walk' } }),
  'runs.start': () =>
    errand.runs.start(agentId, { inputs: { text: 'Ada' } }, { idempotencyKey: 'walk', skipCache: true }),
  'runs.runVersion': () => errand.runs.runVersion(agentId, versionId, { inputs: { text: 'Ada' } }),
  'runs.startVersion': () => errand.runs.start(agentId, { inputs: { text: 'Ada' } }, { versionId }),
  'runs.startMany': () => errand.runs.startMany(agentId, { inputs: [{ text: 'Ada' }, { text: 'Grace' }] }),
  'batches.create': () => errand.batches.create(agentId, { inputs: [{ text: 'Ada' }] }, { idempotencyKey: 'batch' }),
  'batches.list': () => errand.batches.list({ page: 1 }),
  'batches.get': () => errand.batches.get(ids.batch_id!),
  'batches.results': () => everything(errand.batches.results(ids.batch_id!)),
  'batches.retryFailed': () => errand.batches.retryFailed(ids.batch_id!),
  'batches.cancel': () => errand.batches.cancel(ids.batch_id!),
  'jobs.retry': () => errand.jobs.retry(ids.job_id!),
  'jobs.cancel': () => errand.jobs.cancel(ids.job_id!),
  'jobs.cancelAll': () => errand.jobs.cancelAll(agentId),
});

/** The token of the link that the walk creates. */
const link = { token: '' };

const keepOrganization = (
  errand: Errand,
  { organization_id: id = '', user_id: userId = '' }: Ids,
  password: string,
) => ({
  'organizations.list': () => errand.organizations.list(),
  'organizations.get': () => errand.organizations.get(id),
  'organizations.rename': () => errand.organizations.rename(id, { name: 'Renamed' }),
  'organizations.audit': () => errand.organizations.audit(id, { page_size: 5 }),
  'organizations.credits': () => errand.organizations.credits(id),
  'models.list': () => everything(errand.models.list.all()),
  'models.tryOut': () => errand.models.tryOut({ model: 'baseline' }),
  'models.settings': () => errand.models.settings(id),
  'models.setSettings': () =>
    errand.models.setSettings(id, {
      default_model: 'baseline',
      chain: [],
      allow_house_keys: true,
      batch_lane: 'allowed',
    }),
  'organizations.usage': () => errand.organizations.usage(id, { bucket: 'day' }),
  'organizations.costs': () => errand.organizations.costs(id, { by: 'model', compare: true }),
  'organizations.health': () => errand.organizations.health(id),
  'members.list': () => errand.members.list(id),
  'members.add': () => errand.members.add(id, { email: 'linus@example.com', role: 'member' }),
  'invitations.create': async () => {
    const invitation = await errand.invitations.create(id, { email: 'grace@example.com', role: 'member' });
    link.token = new URL(invitation.url!).hash.slice('#token='.length);
    return invitation;
  },
  'invitations.open': () => errand.invitations.open({ token: link.token }),
  'invitations.accept': () => errand.invitations.accept({ token: link.token, password }),
  'invitations.list': () => errand.invitations.list(id),
  'invitations.revoke': async () => {
    const { id: open } = await errand.invitations.create(id, { email: 'eve@example.com', role: 'viewer' });
    return errand.invitations.revoke(id, open);
  },
  'members.changeRole': () => errand.members.changeRole(id, userId, { role: 'viewer' }),
  'signIn.withPassword': () => errand.signIn.withPassword({ email: 'grace@example.com', password }),
  'signIn.withLink': () => errand.signIn.withLink({ code: 'unknown' }),
  'sso.methods': () => errand.sso.methods(),
  'sso.start': () => errand.sso.start({ next: '/jobs' }),
  'sso.complete': () => errand.sso.complete({ ticket: 'unknown', state: 'unknown' }),
  'sso.backChannelLogout': () => errand.sso.backChannelLogout({ logout_token: 'unknown' }),
  'sso.status': () => errand.sso.status(id),
  'oauth.listGrants': () => errand.oauth.listGrants(id),
  'oauth.getGrant': () => errand.oauth.getGrant(id, id),
  'oauth.endGrant': () => errand.oauth.endGrant(id, id),
  'oauth.interaction': () => errand.oauth.interaction('unknown'),
  'oauth.decide': () => errand.oauth.decide('unknown', { approve: false, organization_id: id }),
  'logins.start': () => errand.logins.start({ client_name: 'walk' }),
  'logins.current': async () => {
    const { user_code } = await errand.logins.start({ client_name: 'walk' });
    return errand.logins.current({ user_code });
  },
  'logins.decide': async () => {
    const { user_code } = await errand.logins.start({ client_name: 'walk' });
    return errand.logins.decide({ user_code, approve: false });
  },
  'logins.take': async () => {
    const { user_code, device_code } = await errand.logins.start({ client_name: 'walk' });
    await errand.logins.decide({ user_code, approve: true, role: 'viewer', valid_days: 1 });
    return errand.logins.take({ device_code });
  },
  'signIn.currentUser': () => errand.signIn.currentUser(),
  'secrets.set': () => errand.secrets.set('MADE_BY_THE_SDK', { value: 'a value' }),
  'secrets.list': () => errand.secrets.list(),
  'apiKeys.list': () => errand.apiKeys.list(id),
  'apiKeys.create': () => errand.apiKeys.create(id, { name: 'made by the SDK', role: 'viewer' }),
});

const keepSessions = (errand: Errand, { password, as }: Person) => {
  const enter = async (given = password): Promise<Errand> =>
    as((await errand.signIn.withPassword({ email: 'grace@example.com', password: given })).token);
  const next = `${password} and more`;
  return {
    'sessions.list': async () => (await enter()).sessions.list(),
    'sessions.endOthers': async () => (await enter()).sessions.endOthers(),
    'sessions.end': async () => {
      const person = await enter();
      const { results } = await person.sessions.list();
      return person.sessions.end(results[0]!.id);
    },
    'signIn.changePassword': async () =>
      (await enter()).signIn.changePassword({ current_password: password, new_password: next }),
    'sso.signOut': async () => (await enter(next)).sso.signOut(),
    'signIn.signOut': async () => (await enter(next)).signIn.signOut(),
  };
};

const keepPolicies = (errand: Errand, { policy_id: id = '', policy_version_id: versionId = '', ...ids }: Ids) => ({
  'policies.list': () => errand.policies.list({ search: 'policy' }),
  'policies.create': () => errand.policies.create({ name: 'Made by the SDK', content }),
  'policies.get': () => errand.policies.get(id),
  'policies.replace': () => errand.policies.replace(id, { name: 'Replaced' }),
  'policies.update': () => errand.policies.update(id, { description: 'Updated' }),
  'policies.dependents': () => errand.policies.dependents(id),
  'rehearsals.list': () => errand.rehearsals.list(id),
  'rehearsals.create': () => errand.rehearsals.create(id, { version_id: versionId }),
  'rehearsals.get': () => errand.rehearsals.get(id, ids.rehearsal_id!),
  'rehearsals.flips': () => everything(errand.rehearsals.flips(id, ids.rehearsal_id!)),
  'rehearsals.cancel': () => errand.rehearsals.cancel(id, ids.rehearsal_id!),
  'rehearsals.resume': () => errand.rehearsals.resume(id, ids.rehearsal_id!, {}),
  'policyVersions.get': () => errand.policyVersions.get(versionId),
  'policyVersions.list': () => errand.policyVersions.list(id),
  'policyVersions.create': () => errand.policyVersions.create(id, { content }),
  'policyVersions.ofPolicy': () => errand.policyVersions.ofPolicy(id, versionId),
  'policyVersions.diff': () => errand.policyVersions.diff(id, versionId, ids.other_version_id!),
  'policyVersions.setCurrent': () => errand.policyVersions.setCurrent(id, versionId, { reason: 'a walk' }),
});

const sendWebhooks = (errand: Errand, { webhook_id: id = '', agent_id: agentId = '', ...ids }: Ids) => ({
  'webhooks.list': () => errand.webhooks.list(),
  'webhooks.create': () => errand.webhooks.create({ name: 'Made by the SDK', url: ids.receiver! }),
  'listeners.create': () => errand.listeners.create({ agent_ids: [agentId] }),
  'listeners.pull': async () => errand.listeners.pull((await listen(errand)).id, { wait: 0 }),
  'listeners.delete': async () => errand.listeners.delete((await listen(errand)).id),
  'webhooks.get': () => errand.webhooks.get(id),
  'webhooks.replace': () => errand.webhooks.replace(id, { name: 'Replaced', url: ids.receiver! }),
  'webhooks.update': () => errand.webhooks.update(id, { is_active: true }),
  'webhooks.rotateSecret': () => errand.webhooks.rotateSecret(id),
  'webhooks.agents': () => errand.webhooks.agents(id),
  'webhooks.link': () => errand.webhooks.link(id, { agent_ids: [agentId] }),
  'webhooks.ofAgent': () => errand.webhooks.ofAgent(agentId),
  'webhooks.test': () => errand.webhooks.test(agentId, id),
  'deliveries.list': () => errand.deliveries.list(id, { status: 'failed' }),
  'deliveries.get': () => errand.deliveries.get(id, ids.delivery_id!),
  'deliveries.resend': () => errand.deliveries.resend(id, ids.delivery_id!),
  'deliveries.recover': () => errand.deliveries.recover(id, { since: new Date().toISOString() }),
  'deliveries.ofJob': () => errand.deliveries.ofJob(ids.job_id!),
  'postActions.list': () => errand.postActions.list(ids.job_id!),
  'postActions.resend': () => errand.postActions.resend(ids.job_id!, ids.post_action_id!),
  'deliveries.resendOfJob': () => errand.deliveries.resendOfJob(ids.job_id!, { webhook_id: id }),
});

const askTables = (errand: Errand, { worksheet_query_id: queryId = '', table_name: table = '', ...ids }: Ids) => ({
  'queries.start': () => errand.queries.start({ query: 'select 1 as one' }),
  'queries.run': () => errand.queries.run({ query: 'select 1 as one' }),
  'queries.list': () => errand.queries.list(),
  'queries.get': () => errand.queries.get(queryId),
  'queries.result': () => errand.queries.result(queryId, { limit: 1 }),
  'queries.cells': () => errand.queries.cells(queryId),
  'queries.export': () => errand.queries.export(queryId, { format: 'csv' }),
  'queries.cancel': () => errand.queries.cancel(queryId),
  'worksheets.list': () => errand.worksheets.list(),
  'worksheets.create': () => errand.worksheets.create({ name: 'Made by the SDK' }),
  'worksheets.get': () => errand.worksheets.get(ids.worksheet_id!),
  'worksheets.update': () => errand.worksheets.update(ids.worksheet_id!, { content: 'select 2' }),
  'tables.list': () => errand.tables.list(),
  'tables.describe': () => errand.tables.describe(table),
  'tables.preview': () => errand.tables.preview(table, { limit: 1 }),
  'tables.query': () => errand.tables.query({ sql: 'select 1 as one' }),
  'tables.queryResult': () => errand.tables.queryResult(ids.table_query_id!),
  'uploads.create': () => errand.uploads.create(tableForm('made_by_the_sdk')),
  'uploads.start': () => errand.uploads.start({ table_name: 'by_address' }),
  'uploads.complete': () => errand.uploads.complete(ids.upload_id!),
  'uploads.rejects': () => errand.uploads.rejects(ids.upload_id!),
  'uploads.get': () => errand.uploads.get(ids.upload_id!),
});

const listen = (errand: Errand) => errand.listeners.create({});

function tableForm(name: string): FormData {
  const form = new FormData();
  form.append('table_name', name);
  form.append('file', new Blob(['a\n1\n']), 'a.csv');
  return form;
}

const nobody = { connector_type: 'custom_api', config: { base_url: 'https://127.0.0.2' } };

const keepConnections = (errand: Errand, { connection_id: id = '' }: Ids) => ({
  'connectors.list': () => errand.connectors.list(),
  'connectors.get': () => errand.connectors.get('custom_api'),
  'connections.create': () => errand.connections.create({ ...nobody, name: 'Made by the SDK' }),
  'connections.list': () => errand.connections.list({ search: 'sdk', ordering: '-name' }),
  'connections.get': () => errand.connections.get(id),
  'connections.replace': () =>
    errand.connections.replace(id, {
      name: 'Put by the SDK',
      config: nobody.config,
      auth_config: { type: 'bearer', token: 'a token' },
    }),
  'connections.update': () => errand.connections.update(id, { description: 'Patched by the SDK' }),
  'connections.uses': () => errand.connections.uses(id),
  'connections.test': () => errand.connections.test(id),
  'connections.testCredentials': () => errand.connections.testCredentials(nobody),
  'connections.signIn': () => errand.connections.signIn(id),
  'connections.completeSignIn': () => errand.connections.completeSignIn({ state: 'made up', code: 'a code' }),
  'connections.signOut': () => errand.connections.signOut(id),
});

const askService = (errand: Errand) => ({
  'a2a.callOrganization': () => errand.a2a.callOrganization({ jsonrpc: '2.0', id: 1, method: 'ListTasks', params: {} }),
  'a2a.rootCard': () => errand.a2a.rootCard(),
  'mcp.call': () => errand.mcp.call({ jsonrpc: '2.0', id: 1, method: 'ping' }),
  'service.health': () => errand.service.health(),
  'service.ready': () => errand.service.ready(),
  'service.metrics': () => errand.service.metrics(),
  'service.description': () => errand.service.description(),
  'service.docs': () => errand.service.docs(),
  'service.llms': () => errand.service.llms(),
  'service.reference': () => errand.service.reference(),
  'service.console': () => errand.service.console(),
});

const runByEvents = (errand: Errand, { trigger_id: id = '', agent_id: agentId = '', hook_token: token = '' }: Ids) => ({
  'triggers.list': () => errand.triggers.list({ kind: 'http' }),
  'triggers.create': () =>
    errand.triggers.create({
      name: 'By the SDK',
      kind: 'agent',
      agent_id: agentId,
      source_agent_id: agentId,
      statuses: ['failed'],
    }),
  'triggers.get': () => errand.triggers.get(id),
  'triggers.replace': () => errand.triggers.replace(id, { name: 'Put', kind: 'http', agent_id: agentId }),
  'triggers.update': () => errand.triggers.update(id, { mapping: { text: '${event.body.text}' } }),
  'triggers.test': () => errand.triggers.test(id, { event: { body: { text: 'hello' } } }),
  'triggers.receive': () => errand.triggers.receive(token),
  'triggers.runs': () => errand.triggers.runs(id),
  'triggers.rotateAddress': () => errand.triggers.rotateAddress(id),
});

const evaluate = (errand: Errand, { set_id: id = '', run_id: runId = '', agent_id: agentId = '', ...ids }: Ids) => ({
  'evaluationSets.list': () => errand.evaluationSets.list({ agent_id: agentId }),
  'evaluationSets.create': () => errand.evaluationSets.create({ name: 'By the SDK', agent_id: agentId }),
  'evaluationSets.get': () => errand.evaluationSets.get(id),
  'evaluationSets.replace': () => errand.evaluationSets.replace(id, { name: 'Put' }),
  'evaluationSets.update': () => errand.evaluationSets.update(id, { description: 'Updated' }),
  'evaluationSets.cases': () => errand.evaluationSets.cases(id),
  'evaluationSets.addCases': () =>
    errand.evaluationSets.addCases(id, { cases: [{ inputs: { text: 'two' }, expected: { output: 'two' } }] }),
  'evaluationSets.runs': () => errand.evaluationSets.runs(id),
  'evaluationSets.run': () => errand.evaluationSets.run(id, {}),
  'evaluationRuns.get': () => errand.evaluationRuns.get(runId),
  'evaluationRuns.results': () => errand.evaluationRuns.results(runId),
  'evaluationRuns.compare': () => errand.evaluationRuns.compare(runId, ids.other_run_id!),
  'evaluationRuns.cancel': () => errand.evaluationRuns.cancel(runId),
  'evaluationRuns.resume': () => errand.evaluationRuns.resume(runId, {}),
  'gates.setOfAgent': () =>
    errand.gates.setOfAgent(agentId, { evaluation_set_id: ids.evaluation_set_id!, no_regressions: true }),
  'gates.ofAgent': () => errand.gates.ofAgent(agentId),
  'gates.deleteOfAgent': () => errand.gates.deleteOfAgent(agentId),
  'gates.setOfPolicy': () =>
    errand.gates.setOfPolicy(ids.policy_id!, { evaluation_set_id: ids.evaluation_set_id!, no_regressions: true }),
  'gates.ofPolicy': () => errand.gates.ofPolicy(ids.policy_id!),
  'gates.deleteOfPolicy': () => errand.gates.deleteOfPolicy(ids.policy_id!),
  'gates.drift': () => errand.gates.drift(agentId),
  'promotions.list': async () => {
    const agent = await errand.agents.create({ name: 'Two people', engine_class_id: 'EchoEngine' });
    await errand.gates.setOfAgent(agent.id, { four_eyes: true });
    await errand.versions.setCurrent(agent.id, (await errand.versions.create(agent.id, {})).id);
    const list = await errand.promotions.list({ state: 'proposed' });
    ids.promotion_id = list.results[0]!.id;
    return list;
  },
  'promotions.get': () => errand.promotions.get(ids.promotion_id!),
  'promotions.approve': () => errand.promotions.approve(ids.promotion_id!, {}),
  'promotions.reject': () => errand.promotions.reject(ids.promotion_id!, { comment: 'No.' }),
});

const runByClock = (errand: Errand, { schedule_id: id = '', agent_id: agentId = '' }: Ids) => ({
  'schedules.list': () => errand.schedules.list({ agent_id: agentId }),
  'schedules.create': () => errand.schedules.create({ name: 'By the SDK', agent_id: agentId, cron: '0 7 * * *' }),
  'schedules.get': () => errand.schedules.get(id),
  'schedules.replace': () => errand.schedules.replace(id, { name: 'Put', agent_id: agentId, every_seconds: 86_400 }),
  'schedules.update': () => errand.schedules.update(id, { enabled: false }),
  'schedules.run': () => errand.schedules.run(id),
  'schedules.runs': () => errand.schedules.runs(id),
  'schedules.next': () => errand.schedules.next(id, { count: '2' }),
});

const deleteAll = (errand: Errand, ids: Ids) => ({
  'budgets.delete': () => errand.budgets.delete(ids.budget_id!),
  'jobViews.delete': () => errand.jobViews.delete(ids.view_id!),
  'jobs.deleteData': () => errand.jobs.deleteData(ids.job_id!),
  'webhooks.unlink': () => errand.webhooks.unlink(ids.webhook_id!, ids.agent_id!),
  'webhooks.delete': () => errand.webhooks.delete(ids.webhook_id!),
  'triggers.delete': () => errand.triggers.delete(ids.trigger_id!),
  'evaluationSets.deleteCase': () => errand.evaluationSets.deleteCase(ids.set_id!, ids.case_id!),
  'evaluationSets.delete': () => errand.evaluationSets.delete(ids.set_id!),
  'schedules.delete': () => errand.schedules.delete(ids.schedule_id!),
  'policies.delete': () => errand.policies.delete(ids.policy_id!),
  'tags.delete': () => errand.tags.delete(ids.tag_id!),
  'worksheets.delete': () => errand.worksheets.delete(ids.worksheet_id!),
  'tables.delete': () => errand.tables.delete(ids.table_name!),
  'connections.delete': () => errand.connections.delete(ids.connection_id ?? ''),
  'secrets.delete': () => errand.secrets.delete('MADE_BY_THE_SDK'),
  'apiKeys.rotate': () => errand.apiKeys.rotate(ids.organization_id!, ids.key_id!, { overlap_hours: 1 }),
  'apiKeys.revoke': () => errand.apiKeys.revoke(ids.organization_id!, ids.key_id!),
  'members.remove': () => errand.members.remove(ids.organization_id!, ids.user_id!),
  'versions.delete': () => errand.versions.delete(ids.agent_id!, ids.first_version_id!),
  'agents.delete': () => errand.agents.delete(ids.agent_id!),
});
