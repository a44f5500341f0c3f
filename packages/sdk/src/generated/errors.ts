// Made from packages/contract by `npm run generate`. Change the contract, not this file.

/** Every error code with its cause and what to do about it. */
export const errorCatalogue = {
  'errand.access.denied': {
    cause: 'You have no permission for this.',
    remedy: 'Ask an admin of the organization for a role that allows this, or use a key that has that role.',
  },
  'errand.access.feature_disabled': {
    cause: 'This organization does not have the Agents feature.',
    remedy: 'Ask the operator to turn on the Agents feature for this organization.',
  },
  'errand.access.insufficient_scope': {
    cause: 'The program or key has not been given the scope for this.',
    remedy: 'Sign in again and consent to the scope that the WWW-Authenticate header names, or use a key that has it.',
  },
  'errand.access.organization_paused': {
    cause: 'The operator has paused this organization: no job starts, and waiting jobs stay in the queue.',
    remedy: 'Ask the operator to resume the organization (errand org resume).',
  },
  'errand.agents.version_gone': {
    cause: 'The agent version that the job uses no longer exists.',
    remedy: 'Run the agent again. The new job uses the current version.',
  },
  'errand.archive.damaged': {
    cause: 'An archive file is missing or damaged, so archived jobs cannot be read.',
    remedy:
      'Ask the operator to run errand archive verify, which names the file, and then restore that file from a backup.',
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
  'errand.connections.exists': {
    cause: 'A connection with the same type, configuration and credentials already exists.',
    remedy: 'Use the existing connection. The list of connections shows it.',
  },
  'errand.connections.failed': {
    cause: 'The system behind a connection could not be reached, or it refused the request.',
    remedy: 'Test the connection. The message quotes the response of the other system.',
  },
  'errand.connections.in_use': {
    cause: 'The connection is in use.',
    remedy: 'First remove everything that uses the connection. The response lists it.',
  },
  'errand.connections.missing': {
    cause: 'The job needs a connection that its version does not name or that no longer exists.',
    remedy: 'Create a new version of the agent and add the connection to its configuration.',
  },
  'errand.connections.name_taken': {
    cause: 'Another connection in this organization has this name.',
    remedy: 'Choose another name, or change the existing connection.',
  },
  'errand.connections.refused': {
    cause: 'The configuration of the agent does not allow this use of the connection.',
    remedy: 'To give the agent this access, allow the method, path, tool or table in a new version.',
  },
  'errand.connections.sign_in_failed': {
    cause: 'The connection could not be signed in.',
    remedy: 'Do what the message says, then begin the sign-in again.',
  },
  'errand.connections.sign_in_unknown': {
    cause: 'This sign-in was not begun here, has been completed, or has expired.',
    remedy: 'Begin the sign-in again and complete it within 10 minutes, in the browser in which you are signed in.',
  },
  'errand.connections.test_failed': {
    cause: 'The connection could not be used.',
    remedy: 'Correct the address or the credentials as the message says, then test again.',
  },
  'errand.connections.unreadable': {
    cause: 'This server cannot decrypt the credentials of the connection. Ask the operator for the key.',
    remedy:
      'Ask the operator to set ERRAND_SECRET_KEY to the key that encrypted the credentials, or enter the credentials again.',
  },
  'errand.content.lost': {
    cause: 'The content is no longer in the storage.',
    remedy:
      'Ask the operator to run errand restore check: it recovers deleted content, or says which backup to copy from.',
  },
  'errand.content.range_not_satisfiable': {
    cause: 'The requested range is outside the content.',
    remedy: 'Request a range within the size given in Content-Range, or remove the Range header.',
  },
  'errand.credentials.invalid': {
    cause: 'Credential is missing or not valid.',
    remedy: 'Send the header Authorization: Bearer with an API key of this server, or sign in again.',
  },
  'errand.credits.insufficient': {
    cause: 'This organization has no credits left for new jobs.',
    remedy: 'Ask the operator to add credits (errand credits grant), then send the request again.',
  },
  'errand.credits.used_up': {
    cause: 'The organization ran out of credits while the job was running.',
    remedy: 'Ask the operator to add credits (errand credits grant), then run the job again.',
  },
  'errand.database.full': {
    cause: 'The database has no space left, so nothing was changed. Try again after the operator frees space.',
    remedy: 'Ask the operator to free space on the database disk, then send the request again.',
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
  'errand.fields.invalid': {
    cause: 'Some fields are not valid.',
    remedy: 'Correct the fields named in the response body.',
  },
  'errand.fields.unknown_parameter': {
    cause: 'The request has an unknown query parameter.',
    remedy: 'Correct or remove the parameter. The message suggests the closest known name.',
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
  'errand.inputs.invalid': {
    cause: 'The inputs do not fit the agent.',
    remedy: 'Correct the inputs named in the messages. The agent lists its inputs in input_definitions.',
  },
  'errand.inputs.missing': {
    cause: 'The agent needs inputs that were not supplied.',
    remedy: 'Supply every input named in the messages. The agent lists its inputs in input_definitions.',
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
  'errand.jobs.failed': {
    cause: 'The job failed.',
    remedy: 'Read the job whose id is in X-Agent-Job-Id. Its `error` field has the cause and the remedy.',
  },
  'errand.jobs.not_final': {
    cause: 'The job is not final yet.',
    remedy: 'Wait until the job has ended, or cancel it first.',
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
  'errand.knowledge.missing': {
    cause: 'The knowledge base of the agent, or one of its typologies, does not exist.',
    remedy: 'Create a version of the agent that uses a finished knowledge base, then run it.',
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
  'errand.queries.invalid': {
    cause: 'The query cannot be run.',
    remedy:
      'Correct the SQL at the place that the message names. SHOW TABLES and DESCRIBE show the tables and columns.',
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
  'errand.requests.answer_lost': {
    cause: 'The first request with this Idempotency-Key was carried out, but its answer was lost.',
    remedy: 'Look for what it created in the list. To create another one, use a new Idempotency-Key.',
  },
  'errand.requests.expectation_failed': {
    cause: 'The Expect header supports only 100-continue.',
    remedy: 'Remove the Expect header, or set it to 100-continue.',
  },
  'errand.requests.idempotency_conflict': {
    cause: 'This Idempotency-Key was already used with another request body.',
    remedy: 'Use a new Idempotency-Key for a new request, or send the first body again.',
  },
  'errand.requests.method_not_allowed': {
    cause: 'This path does not accept this method.',
    remedy: 'Use one of the methods in the Allow header.',
  },
  'errand.requests.not_possible': {
    cause: 'The request cannot be completed.',
    remedy: 'Do what the message says, then send the request again.',
  },
  'errand.requests.rate_limited': {
    cause: 'Too many requests.',
    remedy: 'Wait for the number of seconds in Retry-After, then send the request again. The SDK does this for you.',
  },
  'errand.requests.timeout': {
    cause: 'The request was not received in time.',
    remedy: 'Send the whole request without pauses. Send large files over a stable connection.',
  },
  'errand.requests.too_large': {
    cause: 'The request body is too large.',
    remedy:
      'Send less at once: large files by POST /v1/files/, large tables by an upload address, many runs in several batches.',
  },
  'errand.requests.unknown_path': {
    cause: 'There is nothing at this path. See /llms.txt, /openapi.json and /docs/ for all paths.',
    remedy: 'Look the path up at /llms.txt, /openapi.json or /docs/.',
  },
  'errand.requests.unreadable': {
    cause: 'The request could not be read.',
    remedy: 'Send valid HTTP with a valid JSON body in UTF-8.',
  },
  'errand.requests.unsupported_media_type': {
    cause: 'This content type is not accepted here.',
    remedy: 'Set Content-Type to one that the description of this operation names, in most cases application/json.',
  },
  'errand.resources.conflict': {
    cause: 'The request conflicts with the current state.',
    remedy: 'Read the current state, resolve the conflict that the message names, and send the request again.',
  },
  'errand.resources.not_found': {
    cause: 'Not found.',
    remedy:
      'Check the id, and check that your credential belongs to the organization that owns it. The matching list shows what exists.',
  },
  'errand.search.nothing_found': { cause: 'The search found nothing.', remedy: 'Use different search words.' },
  'errand.secrets.missing': {
    cause: 'The configuration uses a secret that the organization does not have.',
    remedy: 'Store the secret (PUT /v1/secrets/{name}/), then run the job again.',
  },
  'errand.secrets.no_key': {
    cause: 'The server cannot decrypt the secrets of the organization because it lacks their key.',
    remedy: 'Ask the operator to set ERRAND_SECRET_KEY to the key that encrypted them.',
  },
  'errand.service.internal': {
    cause: 'Something went wrong on our side.',
    remedy:
      'Send the request again. If it still fails, give the operator the request id: the log has the cause under it.',
  },
  'errand.service.unavailable': {
    cause: 'The service is not available right now. Try again shortly.',
    remedy: 'Wait for the number of seconds in Retry-After, then send the request again. The SDK does this for you.',
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
  'errand.sign_in.provider_down': {
    cause: 'The identity provider cannot be reached right now.',
    remedy: 'Try again shortly, or sign in with a password. The operator can run `errand doctor` to find the cause.',
  },
  'errand.sign_in.refused': {
    cause: 'The sign-in with the identity provider was refused.',
    remedy: 'Sign in again. If it is refused again, show this message to your administrator.',
  },
  'errand.skills.missing': {
    cause: 'The skill set of the agent, or one of its files, does not exist.',
    remedy: 'Create a version of the agent that uses an existing skill set, then run it.',
  },
  'errand.storage.failed': {
    cause: 'The stored content cannot be reached.',
    remedy: 'Send the request again. If it still fails, ask the operator to run errand doctor.',
  },
  'errand.storage.full': {
    cause: 'The storage has no space left, so nothing was stored. Try again after the operator frees space.',
    remedy: 'Ask the operator to free space in the storage, then send the request again.',
  },
  'errand.storage.not_responding': {
    cause: 'The storage did not respond for a day.',
    remedy: 'Ask the operator to run errand doctor, then run the job again.',
  },
  'errand.storage.timeout': {
    cause: 'The storage did not respond in time. Try again shortly.',
    remedy: 'Wait for the number of seconds in Retry-After, then send the request again.',
  },
  'errand.storage.unavailable': {
    cause: 'The storage cannot be reached right now. Try again shortly.',
    remedy: 'Wait for the number of seconds in Retry-After, then send the request again.',
  },
  'errand.tables.invalid': {
    cause: 'The table cannot be created, or its name is not valid.',
    remedy:
      'Correct what the message names. Use letters, digits and _ in names, and upload CSV in UTF-8 with unique column names.',
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
  'errand.waits.link_gone': {
    cause: 'This link has been used, has expired or was withdrawn.',
    remedy: 'Ask for a new link, or sign in and answer there.',
  },
  'errand.waits.refused': {
    cause: 'A person refused to approve the result.',
    remedy: 'Read the comment of the refusal, make the correction, and run the agent again.',
  },
  'errand.waits.timed_out': {
    cause: 'Nobody answered, or the event did not arrive, before the wait was due.',
    remedy: 'Run the agent again and answer in time, or allow more time.',
  },
  'errand.waits.withdrawn': { cause: 'The wait of the job was withdrawn.', remedy: 'Run the agent again.' },
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
  'errand.worksheets.not_found': { cause: 'No worksheet with this id.', remedy: 'Check the worksheet id, or omit it.' },
} as const;

export type ErrorCode = keyof typeof errorCatalogue;
