import { createActivity } from './activity.ts';
import { createAgents } from './agents.ts';
import { createBatches } from './batches.ts';
import { createDatabase } from './database.ts';
import { createEngines } from './engines.ts';
import { createFeedback } from './feedback.ts';
import { createFiles } from './files.ts';
import { createJobs } from './jobs.ts';
import { createOrganizations } from './organizations.ts';
import { createOverview } from './overview.ts';
import { createPolicies } from './policies.ts';
import { type ClientOptions, createRequester } from './request.ts';
import { createRuns } from './runs.ts';
import { createSignIn } from './sign-in.ts';
import { createTables } from './tables.ts';
import { createVersions } from './versions.ts';
import { createWebhooks } from './webhooks.ts';

export type Errand = ReturnType<typeof createErrand>;

/** A client of the service: one member per kind of thing. */
export function createErrand(options: ClientOptions) {
  const request = createRequester(options);
  return {
    request,
    activity: createActivity(request),
    agents: createAgents(request),
    versions: createVersions(request),
    engines: createEngines(request),
    runs: createRuns(request),
    jobs: createJobs(request),
    batches: createBatches(request),
    files: createFiles(request),
    organizations: createOrganizations(request),
    webhooks: createWebhooks(request),
    overview: createOverview(request),
    feedback: createFeedback(request),
    policies: createPolicies(request),
    database: createDatabase(request),
    tables: createTables(request),
    signIn: createSignIn(request),
  };
}
