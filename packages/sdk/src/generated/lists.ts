// Made from packages/contract by `npm run generate`. Change the contract, not this file.

export const actorKinds = ['person', 'key', 'trigger', 'schedule', 'job', 'system'] as const;
export const agentOrderings = [
  'name',
  'created_at',
  'updated_at',
  'most_recent_job',
  'job_count',
  'engine_class_id',
  'creator',
] as const;
export const bulkKinds = ['retry', 'cancel', 'delete_data', 'export', 'add_to_set'] as const;
export const bulkStatuses = ['planned', 'running', 'paused', 'done', 'cancelled'] as const;
export const casePriorities = ['low', 'normal', 'high', 'urgent'] as const;
export const caseStates = ['open', 'in_review', 'waiting', 'escalated', 'closed'] as const;
export const citationKinds = ['alert', 'job', 'note', 'document', 'decision', 'event'] as const;
export const connectionOrderings = ['name', 'created_at', 'updated_at', 'connector_type', 'status'] as const;
export const connectionStatuses = ['active', 'error'] as const;
export const signInStates = ['needed', 'signed_in'] as const;
export const untrustedWrites = ['refuse', 'ask', 'allow'] as const;
export const useKinds = ['agent', 'trigger', 'schedule', 'table', 'delivery'] as const;
export const modelCapabilities = ['text', 'image', 'audio', 'video'] as const;
export const trialStatuses = ['pending', 'running', 'done', 'cancelled', 'failed'] as const;
export const jobOrderings = [
  'id',
  'agent_version_name',
  'status_code',
  'created_at',
  'last_updated_at',
  'cost',
  'duration',
  'grader_score',
] as const;
export const queryStatuses = ['pending', 'started', 'retry', 'success', 'failure', 'cancelled', 'cached'] as const;
export const displayStatuses = [
  'queued',
  'running',
  'waiting',
  'retrying',
  'succeeded',
  'failed',
  'cancelled',
] as const;
export const finalStatuses = [3, 4, 5, 6] as const;
export const jobStatus = { pending: 0, started: 1, retry: 2, success: 3, failure: 4, cancelled: 5, cached: 6 } as const;
export const jobStatuses = ['pending', 'started', 'retry', 'success', 'failure', 'cancelled', 'cached'] as const;
export const succeededStatuses = [3, 6] as const;
export const waitReasons = ['approval', 'question', 'event', 'timer', 'provider_batch'] as const;
export const relevances = ['core', 'watch', 'edge'] as const;
export const batchLanes = ['off', 'allowed', 'preferred'] as const;
export const chainConditions = ['outage', 'rate_limit', 'refusal', 'too_long', 'budget', 'untrusted'] as const;
export const modelLanes = ['normal', 'batch'] as const;
export const modelPlaces = ['house', 'organization', 'local', 'built-in'] as const;
export const modelStates = ['available', 'limited', 'out'] as const;
export const keyRoles = ['admin', 'member', 'approver', 'analyst', 'auditor', 'viewer'] as const;
export const runStates = ['running', 'done', 'failed', 'stopped'] as const;
export const stepEnds = ['continue', 'escalate', 'close'] as const;
export const policyOrderings = ['name', 'created_at', 'updated_at'] as const;
export const ruleFlags = ['RED_FLAG', 'GREEN_FLAG'] as const;
export const screeningChanges = ['new', 'changed', 'gone'] as const;
export const reviewTaskStates = ['open', 'reserved', 'done', 'disputed'] as const;
export const reviewStates = ['unreviewed', 'agreed', 'disagreed', 'disputed'] as const;
export const reviewStatuses = ['pending', 'approved', 'rejected'] as const;
export const answeringRoles = ['analyst', 'approver', 'member', 'admin'] as const;
export const roles = ['viewer', 'auditor', 'analyst', 'approver', 'member', 'admin', 'owner'] as const;
export const rolesWithin = {
  viewer: ['viewer'],
  auditor: ['viewer', 'auditor'],
  analyst: ['viewer', 'analyst'],
  approver: ['viewer', 'analyst', 'approver'],
  member: ['viewer', 'analyst', 'approver', 'member'],
  admin: ['viewer', 'auditor', 'analyst', 'approver', 'member', 'admin'],
  owner: ['viewer', 'auditor', 'analyst', 'approver', 'member', 'admin', 'owner'],
} as const;
export const scopes = ['read', 'run', 'decide', 'build', 'admin'] as const;
export const fileChangeStatuses = ['created', 'edited', 'untouched'] as const;
export const generationStatuses = ['building', 'succeeded', 'failed'] as const;
export const skillSetOrderings = ['name', 'created_at', 'updated_at'] as const;
export const tagColors = ['blue', 'green', 'purple', 'orange', 'red', 'yellow', 'gray', 'pink'] as const;
export const detectionRuleNames = [
  'fan_in',
  'fan_out',
  'repeated',
  'unusual_amounts',
  'pass_through',
  'cycle',
] as const;
export const trustStatuses = ['found', 'derived', 'unsupported', 'not_found', 'absent'] as const;
export const waitKinds = ['approval', 'question', 'event', 'timer'] as const;
export const waitStatuses = ['open', 'answered', 'timed_out', 'cancelled'] as const;
export const deliveryKinds = [
  'job',
  'test',
  'resend',
  'waiting',
  'review_due',
  'alert',
  'case.opened',
  'case.assigned',
  'case.due',
  'case.decided',
  'promotion.proposed',
  'promotion.decided',
] as const;
export const destructiveSql = ['drop', 'truncate', 'delete', 'update', 'alter', 'create or replace'] as const;
