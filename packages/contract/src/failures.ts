type FailureRow = {
  /** The cause in one sentence. The job's own message has the details. */
  cause: string;
  remedy: string;
};

/** Every reason why a job can fail. The errors of API responses are in errors.ts. */
export const failureTable = {
  'errand.agents.version_gone': {
    cause: 'The agent version that the job uses no longer exists.',
    remedy: 'Run the agent again. The new job uses the current version.',
  },
  'errand.artifacts.missing': {
    cause: 'Content stored by an earlier step of the job is missing or damaged.',
    remedy: 'Run the job again. If it still fails, ask the operator to check the storage with errand doctor.',
  },
  'errand.batches.cost_limit': {
    cause: 'The cost limit of the batch was reached while the job was running.',
    remedy: 'Retry the failed rows in a batch with a higher max_cost, or use a cheaper model.',
  },
  'errand.browsers.failed': {
    cause: 'The browser could not open the page, or it crashed while loading it.',
    remedy: 'Check that the page opens in an ordinary browser, then run the job again.',
  },
  'errand.browsers.missing': {
    cause: 'The job needs a browser, and this server has none.',
    remedy: 'Ask the operator to install Chromium or to set ERRAND_CHROMIUM, or use an agent that needs no browser.',
  },
  'errand.budgets.spent': {
    cause: 'A budget of the organization, the agent or the key that stops jobs was spent while the job was running.',
    remedy: 'Ask an administrator to raise the budget, or run the job again in the next period.',
  },
  'errand.config.invalid': {
    cause: 'A value in the agent configuration is not valid, either as written or after its inputs were filled in.',
    remedy: 'Correct the value that the message names: in the inputs of the run, or in a new version of the agent.',
  },
  'errand.config.missing': {
    cause: 'The agent configuration lacks a value, or an input left it empty.',
    remedy: 'Supply the input, or add the value in a new version of the agent.',
  },
  'errand.connections.failed': {
    cause: 'The system behind a connection could not be reached, or it refused the request.',
    remedy: 'Test the connection. The message quotes the response of the other system.',
  },
  'errand.connections.missing': {
    cause: 'The job needs a connection that its version does not name or that no longer exists.',
    remedy: 'Create a new version of the agent and add the connection to its configuration.',
  },
  'errand.connections.refused': {
    cause: 'The configuration of the agent does not allow this use of the connection.',
    remedy: 'To give the agent this access, allow the method, path, tool or table in a new version.',
  },
  'errand.credits.used_up': {
    cause: 'The organization ran out of credits while the job was running.',
    remedy: 'Ask the operator to add credits (errand credits grant), then run the job again.',
  },
  'errand.documents.no_text': {
    cause: 'The documents or images contain no readable text, even with OCR.',
    remedy: 'Use a model that reads images, or a better scan.',
  },
  'errand.documents.pages_missing': {
    cause: 'The document has none of the requested pages or sections.',
    remedy: 'Correct the pages or the section in the configuration. The message says what the document has.',
  },
  'errand.documents.too_large': {
    cause: 'The documents or images are too large, too long or too many for one job.',
    remedy: 'Split them across several jobs, or select fewer pages.',
  },
  'errand.documents.unreadable': {
    cause: 'The document cannot be read: it is damaged, protected, empty, or of an unsupported type.',
    remedy: 'Check that the file opens and has a supported type. Remove any password and upload it again.',
  },
  'errand.engines.failed': {
    cause: 'The engine ended the job with its own message.',
    remedy: 'Follow the message of the job. The last step shows where the job stopped.',
  },
  'errand.engines.internal': {
    cause: 'The engine stopped with an unexpected error.',
    remedy: 'Run the job again. If it still fails, give the operator the job id: the log has the cause under it.',
  },
  'errand.engines.not_installed': {
    cause: 'The engine of the agent is not installed on this server.',
    remedy: 'Choose an engine from GET /v1/agents/types/, or ask the operator to install this one.',
  },
  'errand.evidence.insufficient': {
    cause: 'The source does not contain the required output values, or does not support them well enough.',
    remedy: 'Make those fields optional, lower min_confidence, set on_untrusted to review, or supply a better source.',
  },
  'errand.files.content_missing': {
    cause: 'The content of an input file is missing from the storage.',
    remedy:
      'Upload the file again and run the job with the new id. The operator can check the storage with errand doctor.',
  },
  'errand.files.not_found': {
    cause: 'An input names a file that does not exist or was deleted.',
    remedy: 'Upload the file and run the job with the new id.',
  },
  'errand.investigations.empty': {
    cause: 'There is nothing to investigate: the inputs are empty.',
    remedy: 'Describe the case in the inputs, then run the agent again.',
  },
  'errand.investigations.too_large': {
    cause: 'The case has more evidence than one investigation can hold.',
    remedy: 'Use fewer sources, or split the case.',
  },
  'errand.jobs.cost_limit': {
    cause: 'The job reached its cost limit.',
    remedy: 'Run it with a higher max_cost, or with a cheaper model.',
  },
  'errand.jobs.quarantined': {
    cause: 'The job was running in several processes that died or were stuck, so it was put aside.',
    remedy:
      'Look for process.stuck in the log, and at the memory of the workers. Change the inputs or the agent, or run the job again if the processes were stopped from outside.',
  },
  'errand.jobs.timeout': {
    cause: 'The job exceeded its time limit.',
    remedy: 'Increase timeout_seconds, or reduce the work: use smaller documents, fewer pages or a faster model.',
  },
  'errand.jobs.worker_lost': {
    cause: 'The worker process stopped during every attempt of the job.',
    remedy: 'Check the memory and disk of the workers on the Health page, then run the job again.',
  },
  'errand.models.capability': {
    cause: 'The model lacks a capability that the job needs.',
    remedy: 'Choose another model. GET /v1/agents/models/ lists the capabilities of each.',
  },
  'errand.models.missing': {
    cause: 'The model is unknown, or this server has no key for its provider.',
    remedy: 'Choose a model from GET /v1/agents/models/, or ask the operator to set the key of the provider.',
  },
  'errand.models.no_answer': {
    cause: 'The model gave no complete answer: it refused, was cut off, or only used tools.',
    remedy: 'Shorten or reword the instruction, ask for less at once, or choose another model.',
  },
  'errand.models.refused': {
    cause: 'The model provider refused the request.',
    remedy: 'Check the key, the quota and the model name. The message quotes the provider.',
  },
  'errand.models.unavailable': {
    cause: 'The model provider was overloaded or unreachable for a day, or in every attempt.',
    remedy: 'Run the job again later, or choose a model from another provider.',
  },
  'errand.outputs.not_stored': {
    cause: 'The result could not be stored.',
    remedy: 'Run the job again. If it still fails, give the operator the job id.',
  },
  'errand.outputs.schema_mismatch': {
    cause: 'The answer does not match the output schema.',
    remedy: 'Relax the schema, describe its fields better, or use a stronger model.',
  },
  'errand.outputs.schema_unusable': {
    cause: 'The output schema itself cannot be used.',
    remedy: 'Correct the part of the output schema that the message names, in a new version of the agent.',
  },
  'errand.outputs.too_large': {
    cause: 'The output is larger than a job can store.',
    remedy: 'Ask for less output. Store large content in artifacts or references.',
  },
  'errand.policies.gone': {
    cause: 'The policy of the agent no longer exists.',
    remedy: 'Create a version of the agent that uses an existing policy.',
  },
  'errand.policies.undecided': {
    cause:
      'The built-in model does not decide verdicts, and the policy has no classification that hands the decision to a person.',
    remedy: 'Add a classification with "person": true to the policy, or choose another model.',
  },
  'errand.remote_agents.bad_answer': {
    cause: 'The response of the remote agent does not follow the protocol or is not signed.',
    remedy: 'Correct the remote agent. /docs/engine-protocol/ describes the required response.',
  },
  'errand.remote_agents.failed': {
    cause: 'The remote agent reported a failure.',
    remedy: 'Check the log of the remote agent. The message quotes its report.',
  },
  'errand.remote_agents.no_answer': {
    cause: 'The remote agent did not respond or call back in time.',
    remedy: 'Check that it is running and reachable from this server, then run the job again.',
  },
  'errand.search.nothing_found': {
    cause: 'The search found nothing.',
    remedy: 'Use different search words.',
  },
  'errand.secrets.missing': {
    cause: 'The configuration uses a secret that the organization does not have.',
    remedy: 'Store the secret (PUT /v1/secrets/{name}/), then run the job again.',
  },
  'errand.secrets.no_key': {
    cause: 'The server cannot decrypt the secrets of the organization because it lacks their key.',
    remedy: 'Ask the operator to set ERRAND_SECRET_KEY to the key that encrypted them.',
  },
  'errand.services.bad_answer': {
    cause: 'The response of an external service cannot be used.',
    remedy: 'Ask the operator to check the address of the service in the server configuration.',
  },
  'errand.services.missing': {
    cause: 'The engine needs an external service that is not configured on this server.',
    remedy: 'Ask the operator to configure the service that the message names.',
  },
  'errand.services.refused': {
    cause: 'An external service refused the request.',
    remedy: 'Check the key, the quota and the inputs. The message quotes the service.',
  },
  'errand.services.unavailable': {
    cause: 'An external service could not be reached, or it failed.',
    remedy: 'Run the job again later, and check that the server can reach the service.',
  },
  'errand.storage.not_responding': {
    cause: 'The storage did not respond for a day.',
    remedy: 'Ask the operator to run errand doctor, then run the job again.',
  },
  'errand.knowledge.missing': {
    cause: 'The knowledge base of the agent, or one of its typologies, does not exist.',
    remedy: 'Create a version of the agent that uses a finished knowledge base, then run it.',
  },
  'errand.skills.missing': {
    cause: 'The skill set of the agent, or one of its files, does not exist.',
    remedy: 'Create a version of the agent that uses an existing skill set, then run it.',
  },
  'errand.tools.failed': {
    cause: 'A tool that the model used failed.',
    remedy: 'Check the log of the tool server. The message quotes its report.',
  },
  'errand.tools.missing': {
    cause: 'The configuration names a tool that this server does not have.',
    remedy: 'Correct the name, or ask the operator to connect the tool server.',
  },
  'errand.trials.evidence_missing': {
    cause:
      'The version under trial asks for evidence that the stored case does not hold. The message lists the questions.',
    remedy: 'Run the case anew with this version and review it, or start a rehearsal with gather.',
  },
  'errand.trials.gone': {
    cause: 'The evaluation run or rehearsal of this job was deleted.',
    remedy: 'You need to do nothing. Start another run if you need its result.',
  },
  'errand.waits.invalid': {
    cause: 'The engine created a wait (approval, question, event or timer) that is not valid.',
    remedy: 'Correct the wait that the message names, in the configuration or in the engine.',
  },
  'errand.waits.refused': {
    cause: 'A person refused to approve the result.',
    remedy: 'Read the comment of the refusal, make the correction, and run the agent again.',
  },
  'errand.waits.timed_out': {
    cause: 'Nobody answered, or the event did not arrive, before the wait was due.',
    remedy: 'Run the agent again and answer in time, or allow more time.',
  },
  'errand.waits.withdrawn': {
    cause: 'The wait of the job was withdrawn.',
    remedy: 'Run the agent again.',
  },
  'errand.web.empty': {
    cause: 'The page shows no text.',
    remedy: 'Check the address. A page that is rendered by scripts needs an engine with a browser.',
  },
  'errand.web.invalid_address': {
    cause: 'An address is not valid.',
    remedy: 'Use a complete address that starts with http:// or https://.',
  },
  'errand.web.not_allowed': {
    cause: 'Requests to this address are not allowed.',
    remedy: 'Use another address, or ask the operator to allow it (ERRAND_OUTBOUND_ALLOW for private networks).',
  },
  'errand.web.outcome_unknown': {
    cause: 'An approved action was started on a site, and the worker stopped before its outcome was known.',
    remedy: 'Check on the site whether the action was completed. Run the agent again only if it was not.',
  },
  'errand.web.page_changed': {
    cause: 'A page changed after a person approved an action on it, so the action was not performed.',
    remedy: 'Run the agent again and approve sooner. A site that asks for a sign-in at every step cannot be continued.',
  },
  'errand.web.status': {
    cause: 'A page or service returned an error status.',
    remedy: 'Check the address in a browser. The page may be gone or protected, or it may block programs.',
  },
  'errand.web.unreachable': {
    cause: 'A page or service could not be reached, or its response could not be read.',
    remedy: 'Check the address (and ERRAND_OUTBOUND_ALLOW for a private network), then run the job again.',
  },
} as const satisfies Record<`errand.${string}.${string}`, FailureRow>;
