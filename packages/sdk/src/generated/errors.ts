// Made from packages/contract by `npm run generate`. Change the contract, not this file.

/** Every error code with its cause and what to do about it. */
export const errorCatalogue = {
  'errand.access.denied': {
    cause: 'You have no permission for this.',
    remedy: 'Ask an admin of the organization for a role that may do this, or use a key that has it.',
  },
  'errand.access.feature_disabled': {
    cause: 'This organization does not have the Agents feature.',
    remedy: 'Ask the operator to switch the Agents feature on for this organization.',
  },
  'errand.access.organization_paused': {
    cause: 'The operator has paused this organization: no job starts, and those that wait stay.',
    remedy: 'Ask the operator to resume the organization (errand org resume).',
  },
  'errand.agents.version_gone': {
    cause: 'The version of the agent that the job names no longer exists.',
    remedy: 'Run the agent again; it then uses its current version.',
  },
  'errand.archive.damaged': {
    cause: 'A file of the archive is missing or damaged, so archived jobs cannot be read.',
    remedy: 'Ask the operator to run errand archive verify, which names the file, and to restore it from a backup.',
  },
  'errand.artifacts.missing': {
    cause: 'Content that an earlier step of the job had stored is missing or damaged.',
    remedy: 'Run the job again; if it still fails, ask the operator to check the storage with errand doctor.',
  },
  'errand.batches.cost_limit': {
    cause: 'The cost limit of the batch was reached while the job was running.',
    remedy: 'Retry the failed rows in a batch with a higher max_cost, or use a cheaper model.',
  },
  'errand.browsers.failed': {
    cause: 'The browser could not open the page, or stopped while it did.',
    remedy: 'Check that the page opens in an ordinary browser, then run the job again.',
  },
  'errand.browsers.missing': {
    cause: 'The work needs a browser, and this server has none.',
    remedy: 'Ask the operator to install Chromium or to set ERRAND_CHROMIUM, or use an agent that needs no browser.',
  },
  'errand.config.invalid': {
    cause: 'A value in the configuration of the agent cannot be used, as it is or with its inputs filled in.',
    remedy: 'Correct the value that the message names, in the inputs of the run or in a new version of the agent.',
  },
  'errand.config.missing': {
    cause: 'The configuration of the agent lacks a value, or an input left it empty.',
    remedy: 'Supply the input, or add the value in a new version of the agent.',
  },
  'errand.connections.exists': {
    cause: 'There is a connection with the same type, configuration and credentials.',
    remedy: 'Use the connection that is there; the list of connections shows it.',
  },
  'errand.connections.failed': {
    cause: 'The system behind a connection could not be reached, or refused.',
    remedy: 'Test the connection; the message has what the other side said.',
  },
  'errand.connections.in_use': {
    cause: 'The connection is in use.',
    remedy: 'Remove what uses the connection first; the answer names it.',
  },
  'errand.connections.missing': {
    cause: 'The job needs a connection that its version does not name, or that is gone.',
    remedy: 'Add the connection to the configuration in a new version of the agent.',
  },
  'errand.connections.name_taken': {
    cause: 'Another connection of this organization has this name.',
    remedy: 'Choose another name, or change the connection that has it.',
  },
  'errand.connections.refused': {
    cause: 'The configuration of the agent does not allow this use of the connection.',
    remedy: 'Allow the method, path, tool or table in a new version of the agent, if that is right.',
  },
  'errand.connections.test_failed': {
    cause: 'The connection could not be used.',
    remedy: 'Correct the address or the credentials as the message says, then test again.',
  },
  'errand.connections.unreadable': {
    cause: 'The credentials of the connection cannot be decrypted here. Ask the operator for the key.',
    remedy:
      'Ask the operator to set ERRAND_SECRET_KEY to the key that the credentials were sealed with, or enter them again.',
  },
  'errand.content.lost': {
    cause: 'The content is not in the storage any more.',
    remedy:
      'Ask the operator to run errand restore check: it takes deleted content back, or says which backup to copy from.',
  },
  'errand.content.range_not_satisfiable': {
    cause: 'The requested range is outside the content.',
    remedy: 'Ask for a range inside the size that Content-Range tells, or leave the Range header out.',
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
    cause: 'The credits of the organization were used up while the job was running.',
    remedy: 'Ask the operator to add credits (errand credits grant), then run the job again.',
  },
  'errand.database.full': {
    cause: 'The database has no space left, so nothing was changed. Try again when the operator has made room.',
    remedy: 'Ask the operator to make room on the disk of the database, then send the request again.',
  },
  'errand.documents.no_text': {
    cause: 'The documents or images hold no text that can be read, not even by OCR.',
    remedy: 'Use a model that reads images, or a scan of better quality.',
  },
  'errand.documents.pages_missing': {
    cause: 'The document has none of the pages or sections that were asked for.',
    remedy: 'Correct the pages or the section in the configuration; the message says what the document has.',
  },
  'errand.documents.too_large': {
    cause: 'The documents or images are larger, longer or more than one job can read.',
    remedy: 'Split them over several jobs, or select fewer pages.',
  },
  'errand.documents.unreadable': {
    cause: 'The document cannot be read: it is damaged, protected, empty, or of a kind that is not supported.',
    remedy: 'Check that the file opens and is of a supported kind, remove its password, and upload it again.',
  },
  'errand.engines.failed': {
    cause: 'The engine ended the job with a message of its own.',
    remedy: 'Do what the message of the job says; its last step shows where it stopped.',
  },
  'errand.engines.internal': {
    cause: 'The engine stopped with an error that it did not expect.',
    remedy: 'Run the job again; if it still fails, give the operator the job id, under which the log has the cause.',
  },
  'errand.engines.not_installed': {
    cause: 'The engine of the agent is not installed on this server.',
    remedy: 'Choose an engine that GET /v1/agents/types/ lists, or ask the operator to install this one.',
  },
  'errand.evidence.insufficient': {
    cause: 'The source does not say, or does not support well enough, what the output requires.',
    remedy: 'Make those fields optional, lower min_confidence, set on_untrusted to review, or give a better source.',
  },
  'errand.fields.invalid': {
    cause: 'Some fields are not valid.',
    remedy: 'Correct the fields that the body of the answer names.',
  },
  'errand.fields.unknown_parameter': {
    cause: 'A query parameter is not known here.',
    remedy: 'Correct or remove the parameter; the message names the nearest one that is known.',
  },
  'errand.files.content_missing': {
    cause: 'The content of an input file is missing in the storage.',
    remedy: 'Upload the file again and run the job with the new id; the operator finds the loss with errand doctor.',
  },
  'errand.files.not_found': {
    cause: 'An input names a file that does not exist, or no longer does.',
    remedy: 'Upload the file and run the job with the new id.',
  },
  'errand.inputs.invalid': {
    cause: 'The inputs do not fit the agent.',
    remedy: 'Correct the inputs that the messages name; the agent lists its inputs as input_definitions.',
  },
  'errand.inputs.missing': {
    cause: 'The agent needs inputs that were not supplied.',
    remedy: 'Supply every input that the messages name; the agent lists its inputs as input_definitions.',
  },
  'errand.investigations.empty': {
    cause: 'There is nothing to investigate: the inputs are empty.',
    remedy: 'Describe the case in the inputs, then run the agent again.',
  },
  'errand.investigations.too_large': {
    cause: 'The case has more evidence than one investigation can hold.',
    remedy: 'Name fewer sources, or split the case.',
  },
  'errand.jobs.cost_limit': {
    cause: 'The job reached its cost limit.',
    remedy: 'Run it with a higher max_cost, or with a cheaper model.',
  },
  'errand.jobs.failed': {
    cause: 'The job failed.',
    remedy: 'Read the job by the id in X-Agent-Job-Id: its member error has the cause and the remedy.',
  },
  'errand.jobs.not_final': {
    cause: 'The job is not final yet.',
    remedy: 'Wait until the job has ended, or cancel it first.',
  },
  'errand.jobs.timeout': {
    cause: 'The job did not end within its time limit.',
    remedy: 'Increase timeout_seconds, or reduce the work: smaller documents, fewer pages, a faster model.',
  },
  'errand.jobs.worker_lost': {
    cause: 'The process that ran the job stopped during each of its attempts.',
    remedy: 'Check memory and disk of the workers on the Health page, then run the job again.',
  },
  'errand.knowledge.missing': {
    cause: 'The knowledge base of the agent, or a typology of it, does not exist.',
    remedy: 'Name a finished knowledge base in a new version of the agent, then run the job again.',
  },
  'errand.models.capability': {
    cause: 'The model cannot do what the job asks of it.',
    remedy: 'Choose another model; GET /v1/agents/models/ lists what each can do.',
  },
  'errand.models.missing': {
    cause: 'The model is not known, or this server has no key for its provider.',
    remedy: 'Choose a model that GET /v1/agents/models/ lists, or ask the operator to set the key of the provider.',
  },
  'errand.models.no_answer': {
    cause: 'The model gave no complete answer: it refused, was cut off, or only used tools.',
    remedy: 'Shorten or reword the instruction, ask for less at once, or choose another model.',
  },
  'errand.models.refused': {
    cause: 'The provider of the model refused the request.',
    remedy: 'Check the key, the quota and the model of the provider; the message has its words.',
  },
  'errand.models.unavailable': {
    cause: 'The provider of the model was overloaded or could not be reached, for a day or in each attempt.',
    remedy: 'Run the job again later, or choose a model of another provider.',
  },
  'errand.outputs.not_stored': {
    cause: 'The result of the engine could not be stored.',
    remedy: 'Run the job again; if it still fails, give the operator the job id.',
  },
  'errand.outputs.schema_mismatch': {
    cause: 'The answer does not fit the output schema.',
    remedy: 'Relax the schema, describe its fields better, or use a stronger model.',
  },
  'errand.outputs.schema_unusable': {
    cause: 'The output schema itself cannot be used.',
    remedy: 'Correct the part of the output schema that the message names, in a new version of the agent.',
  },
  'errand.outputs.too_large': {
    cause: 'The output is larger than a job can store.',
    remedy: 'Ask for less output; large content belongs into artifacts or references.',
  },
  'errand.policies.gone': {
    cause: 'The policy of the agent no longer exists.',
    remedy: 'Make a version of the agent that names an existing policy.',
  },
  'errand.policies.undecided': {
    cause: 'The built-in model decides no verdict, and the policy has no classification for a decision by a person.',
    remedy: 'Add a classification with "person": true to the policy, or choose another model.',
  },
  'errand.queries.invalid': {
    cause: 'The query cannot be run.',
    remedy: 'Correct the SQL where the message points; SHOW TABLES and DESCRIBE show what there is.',
  },
  'errand.remote_agents.bad_answer': {
    cause: 'The remote agent answered with something that does not fit the protocol or is not signed.',
    remedy: 'Correct the remote agent; /docs/engine-protocol/ describes what it has to answer.',
  },
  'errand.remote_agents.failed': {
    cause: 'The remote agent reported a failure.',
    remedy: 'Look into the log of the remote agent; the message has its words.',
  },
  'errand.remote_agents.no_answer': {
    cause: 'The remote agent did not answer or call back in time.',
    remedy: 'Check that it is running and reachable from this server, then run the job again.',
  },
  'errand.requests.expectation_failed': {
    cause: 'The only expectation that can be met is 100-continue.',
    remedy: 'Leave the Expect header out, or send 100-continue.',
  },
  'errand.requests.idempotency_conflict': {
    cause: 'This Idempotency-Key was already used with another request body.',
    remedy: 'Use a new Idempotency-Key for a new request, or send the first body again.',
  },
  'errand.requests.method_not_allowed': {
    cause: 'This path does not take that method.',
    remedy: 'Use a method that the Allow header names.',
  },
  'errand.requests.not_possible': {
    cause: 'The request cannot be carried out.',
    remedy: 'Do first what the message asks for, then send the request again.',
  },
  'errand.requests.rate_limited': {
    cause: 'Too many requests.',
    remedy: 'Wait as many seconds as Retry-After says, then send the request again; the SDK does so by itself.',
  },
  'errand.requests.timeout': {
    cause: 'The request was not received in time.',
    remedy: 'Send the whole request without pauses, large files over a steady connection.',
  },
  'errand.requests.too_large': {
    cause: 'The request body is too large.',
    remedy:
      'Send less at once: large files by POST /v1/files/, large tables by an upload address, many runs in several batches.',
  },
  'errand.requests.unknown_path': {
    cause: 'There is nothing at this path. What there is, is described at /llms.txt, /openapi.json and /docs/.',
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
    remedy: 'Read the current state, resolve what the message names, and send the request again.',
  },
  'errand.resources.not_found': {
    cause: 'Not found.',
    remedy:
      'Check the id, and that the credential belongs to the organization that owns it; the list of its kind shows what there is.',
  },
  'errand.search.nothing_found': { cause: 'The search found nothing.', remedy: 'Ask with other words.' },
  'errand.secrets.missing': {
    cause: 'The organization has no secret of the name that the configuration uses.',
    remedy: 'Store the secret (PUT /v1/secrets/{name}/), then run the job again.',
  },
  'errand.secrets.no_key': {
    cause: 'The server cannot open the secrets of the organization, because it lacks their key.',
    remedy: 'Ask the operator to set ERRAND_SECRET_KEY to the key they were sealed with.',
  },
  'errand.service.internal': {
    cause: 'Something went wrong on our side.',
    remedy:
      'Send the request again; if it still fails, give the operator the request id, under which the log has the cause.',
  },
  'errand.service.unavailable': {
    cause: 'The service is not available right now. Try again shortly.',
    remedy: 'Send the request again after the seconds in Retry-After; the SDK does so by itself.',
  },
  'errand.services.bad_answer': {
    cause: 'An outside service answered with something that cannot be used.',
    remedy: 'Check the address of the service in the configuration of the server.',
  },
  'errand.services.missing': {
    cause: 'The engine needs an outside service that this server has not been given.',
    remedy: 'Ask the operator to configure the service that the message names.',
  },
  'errand.services.refused': {
    cause: 'An outside service refused the request.',
    remedy: 'Check its key, its quota and the inputs; the message has its words.',
  },
  'errand.services.unavailable': {
    cause: 'An outside service could not be reached or failed.',
    remedy: 'Run the job again later, and check that the server can reach the service.',
  },
  'errand.sign_in.provider_down': {
    cause: 'The identity provider cannot be reached right now.',
    remedy: 'Try again shortly or sign in with a password; `errand doctor` says what is wrong with the provider.',
  },
  'errand.sign_in.refused': {
    cause: 'The sign-in with the identity provider was refused.',
    remedy: 'Start the sign-in again; if it is refused again, show the sentence to your administrator.',
  },
  'errand.skills.missing': {
    cause: 'The skill set of the agent, or a file of it, does not exist.',
    remedy: 'Name a skill set that exists in a new version of the agent, then run the job again.',
  },
  'errand.storage.failed': {
    cause: 'The stored content cannot be reached.',
    remedy: 'Send the request again; if it still fails, ask the operator to run errand doctor.',
  },
  'errand.storage.full': {
    cause: 'The storage has no space left, so nothing was stored. Try again when the operator has made room.',
    remedy: 'Ask the operator to make room in the storage, then send the request again.',
  },
  'errand.storage.not_responding': {
    cause: 'The storage did not respond for a day.',
    remedy: 'Ask the operator to run errand doctor, then run the job again.',
  },
  'errand.storage.timeout': {
    cause: 'The storage did not respond in time. Try again shortly.',
    remedy: 'Send the request again after the seconds in Retry-After.',
  },
  'errand.storage.unavailable': {
    cause: 'The storage cannot be reached right now. Try again shortly.',
    remedy: 'Send the request again after the seconds in Retry-After.',
  },
  'errand.tables.invalid': {
    cause: 'The table cannot be made or named so.',
    remedy:
      'Correct the name or the file as the message says: names are letters, digits and _, files are CSV in UTF-8 with unique column names.',
  },
  'errand.tools.failed': {
    cause: 'A tool that the model used failed.',
    remedy: 'Look into the log of the tool server; the message has its words.',
  },
  'errand.tools.missing': {
    cause: 'The configuration names a tool that this server does not have.',
    remedy: 'Correct the name, or ask the operator to connect the tool server.',
  },
  'errand.trials.gone': {
    cause: 'The evaluation run or the rehearsal that the job belongs to was deleted.',
    remedy: 'Nothing needs to be done; start another run if its result is needed.',
  },
  'errand.waits.invalid': {
    cause: 'The engine asked for an approval, an answer, an event or a time in a way that nobody could answer.',
    remedy: 'Correct the request that the message names, in the configuration or in the engine.',
  },
  'errand.waits.link_gone': {
    cause: 'This link was used, has expired or was withdrawn.',
    remedy: 'Ask for a new link, or sign in and answer there.',
  },
  'errand.waits.refused': {
    cause: 'A person refused to approve the result.',
    remedy: 'Read the comment of the refusal, correct what it names, and run the agent again.',
  },
  'errand.waits.timed_out': {
    cause: 'Nobody answered, or the event did not come, before the wait was due.',
    remedy: 'Run the agent again and answer in time, or allow more time.',
  },
  'errand.waits.withdrawn': { cause: 'What the job waited for was withdrawn.', remedy: 'Run the agent again.' },
  'errand.web.empty': {
    cause: 'The page shows no text.',
    remedy: 'Check the address; a page that is drawn by scripts needs an engine with a browser.',
  },
  'errand.web.invalid_address': {
    cause: 'An address is not one that can be opened.',
    remedy: 'Give a complete address that begins with http:// or https://.',
  },
  'errand.web.not_allowed': {
    cause: 'The address is none of those that may be asked here.',
    remedy: 'Use another address, or ask the operator to allow it (ERRAND_OUTBOUND_ALLOW for private networks).',
  },
  'errand.web.outcome_unknown': {
    cause: 'Something that a person had agreed to was begun on a site, and its end was lost with the worker.',
    remedy: 'Look at the site whether it was done; run the agent again only if it was not.',
  },
  'errand.web.page_changed': {
    cause: 'A page was no longer what it was when a person agreed to an action on it, so the action was not done.',
    remedy: 'Run the agent again and agree sooner; a site that asks for a sign-in at every step cannot be continued.',
  },
  'errand.web.status': {
    cause: 'A page or service answered with an error status.',
    remedy: 'Check the address in a browser; the page may be gone, protected, or refuse programs.',
  },
  'errand.web.unreachable': {
    cause: 'A page or service could not be reached, or its answer could not be read.',
    remedy: 'Check its address, and ERRAND_OUTBOUND_ALLOW for private networks, then run the job again.',
  },
  'errand.worksheets.not_found': {
    cause: 'No worksheet with this id.',
    remedy: 'Check the worksheet id, or leave it out.',
  },
} as const;

export type ErrorCode = keyof typeof errorCatalogue;
