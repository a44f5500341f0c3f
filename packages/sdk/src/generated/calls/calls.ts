// Made from packages/contract by `npm run generate`. Change the contract, not this file.

import type { ActivityCalls } from './activity.ts';
import type { AgentsCalls } from './agents.ts';
import type { ApiKeysCalls } from './api-keys.ts';
import type { BatchesCalls } from './batches.ts';
import type { DeliveriesCalls } from './deliveries.ts';
import type { EnginesCalls } from './engines.ts';
import type { FeedbackCalls } from './feedback.ts';
import type { FilesCalls } from './files.ts';
import type { JobsCalls } from './jobs.ts';
import type { McpCalls } from './mcp.ts';
import type { MembersCalls } from './members.ts';
import type { OrganizationsCalls } from './organizations.ts';
import type { PoliciesCalls } from './policies.ts';
import type { PolicyVersionsCalls } from './policy-versions.ts';
import type { QueriesCalls } from './queries.ts';
import type { RunsCalls } from './runs.ts';
import type { SecretsCalls } from './secrets.ts';
import type { ServiceCalls } from './service.ts';
import type { SessionsCalls } from './sessions.ts';
import type { SignInCalls } from './sign-in.ts';
import type { TablesCalls } from './tables.ts';
import type { TagsCalls } from './tags.ts';
import type { UploadsCalls } from './uploads.ts';
import type { VersionsCalls } from './versions.ts';
import type { WebhooksCalls } from './webhooks.ts';
import type { WorksheetsCalls } from './worksheets.ts';
/** Every operation of the service. */
export interface Calls {
  activity: ActivityCalls;
  agents: AgentsCalls;
  apiKeys: ApiKeysCalls;
  batches: BatchesCalls;
  deliveries: DeliveriesCalls;
  engines: EnginesCalls;
  feedback: FeedbackCalls;
  files: FilesCalls;
  jobs: JobsCalls;
  mcp: McpCalls;
  members: MembersCalls;
  organizations: OrganizationsCalls;
  policies: PoliciesCalls;
  policyVersions: PolicyVersionsCalls;
  queries: QueriesCalls;
  runs: RunsCalls;
  secrets: SecretsCalls;
  service: ServiceCalls;
  sessions: SessionsCalls;
  signIn: SignInCalls;
  tables: TablesCalls;
  tags: TagsCalls;
  uploads: UploadsCalls;
  versions: VersionsCalls;
  webhooks: WebhooksCalls;
  worksheets: WorksheetsCalls;
}
