# Made from packages/contract by `npm run generate`. Change the contract, not this file.
"""Every error code with its cause and what to do about it."""

from typing import Dict, Tuple

ERROR_CATALOGUE: Dict[str, Tuple[str, str]] = {
    "errand.access.denied": (
        "You have no permission for this.",
        "Ask an admin of the organization for a role that allows this, or use a key that has that role.",
    ),
    "errand.access.feature_disabled": (
        "This organization does not have the Agents feature.",
        "Ask the operator to turn on the Agents feature for this organization.",
    ),
    "errand.access.insufficient_scope": (
        "The program or key has not been given the scope for this.",
        "Sign in again and consent to the scope that the WWW-Authenticate header names, or use a key that has it.",
    ),
    "errand.access.organization_paused": (
        "The operator has paused this organization: no job starts, and waiting jobs stay in the queue.",
        "Ask the operator to resume the organization (errand org resume).",
    ),
    "errand.agents.version_gone": (
        "The agent version that the job uses no longer exists.",
        "Run the agent again. The new job uses the current version.",
    ),
    "errand.archive.damaged": (
        "An archive file is missing or damaged, so archived jobs cannot be read.",
        "Ask the operator to run errand archive verify, which names the file, and then restore that file from a backup.",
    ),
    "errand.artifacts.missing": (
        "Content stored by an earlier step of the job is missing or damaged.",
        "Run the job again. If it still fails, ask the operator to check the storage with errand doctor.",
    ),
    "errand.batches.cost_limit": (
        "The cost limit of the batch was reached while the job was running.",
        "Retry the failed rows in a batch with a higher max_cost, or use a cheaper model.",
    ),
    "errand.browsers.failed": (
        "The browser could not open the page, or it crashed while loading it.",
        "Check that the page opens in an ordinary browser, then run the job again.",
    ),
    "errand.browsers.missing": (
        "The job needs a browser, and this server has none.",
        "Ask the operator to install Chromium or to set ERRAND_CHROMIUM, or use an agent that needs no browser.",
    ),
    "errand.budgets.spent": (
        "A budget of the organization, the agent or the key that stops jobs was spent while the job was running.",
        "Ask an administrator to raise the budget, or run the job again in the next period.",
    ),
    "errand.config.invalid": (
        "A value in the agent configuration is not valid, either as written or after its inputs were filled in.",
        "Correct the value that the message names: in the inputs of the run, or in a new version of the agent.",
    ),
    "errand.config.missing": (
        "The agent configuration lacks a value, or an input left it empty.",
        "Supply the input, or add the value in a new version of the agent.",
    ),
    "errand.connections.exists": (
        "A connection with the same type, configuration and credentials already exists.",
        "Use the existing connection. The list of connections shows it.",
    ),
    "errand.connections.failed": (
        "The system behind a connection could not be reached, or it refused the request.",
        "Test the connection. The message quotes the response of the other system.",
    ),
    "errand.connections.in_use": (
        "The connection is in use.",
        "First remove everything that uses the connection. The response lists it.",
    ),
    "errand.connections.missing": (
        "The job needs a connection that its version does not name or that no longer exists.",
        "Create a new version of the agent and add the connection to its configuration.",
    ),
    "errand.connections.name_taken": (
        "Another connection in this organization has this name.",
        "Choose another name, or change the existing connection.",
    ),
    "errand.connections.refused": (
        "The configuration of the agent does not allow this use of the connection.",
        "To give the agent this access, allow the method, path, tool or table in a new version.",
    ),
    "errand.connections.sign_in_failed": (
        "The connection could not be signed in.",
        "Do what the message says, then begin the sign-in again.",
    ),
    "errand.connections.sign_in_unknown": (
        "This sign-in was not begun here, has been completed, or has expired.",
        "Begin the sign-in again and complete it within 10 minutes, in the browser in which you are signed in.",
    ),
    "errand.connections.test_failed": (
        "The connection could not be used.",
        "Correct the address or the credentials as the message says, then test again.",
    ),
    "errand.connections.unreadable": (
        "This server cannot decrypt the credentials of the connection. Ask the operator for the key.",
        "Ask the operator to set ERRAND_SECRET_KEY to the key that encrypted the credentials, or enter the credentials again.",
    ),
    "errand.content.lost": (
        "The content is no longer in the storage.",
        "Ask the operator to run errand restore check: it recovers deleted content, or says which backup to copy from.",
    ),
    "errand.content.range_not_satisfiable": (
        "The requested range is outside the content.",
        "Request a range within the size given in Content-Range, or remove the Range header.",
    ),
    "errand.credentials.invalid": (
        "Credential is missing or not valid.",
        "Send the header Authorization: Bearer with an API key of this server, or sign in again.",
    ),
    "errand.credits.insufficient": (
        "This organization has no credits left for new jobs.",
        "Ask the operator to add credits (errand credits grant), then send the request again.",
    ),
    "errand.credits.used_up": (
        "The organization ran out of credits while the job was running.",
        "Ask the operator to add credits (errand credits grant), then run the job again.",
    ),
    "errand.database.full": (
        "The database has no space left, so nothing was changed. Try again after the operator frees space.",
        "Ask the operator to free space on the database disk, then send the request again.",
    ),
    "errand.documents.no_text": (
        "The documents or images contain no readable text, even with OCR.",
        "Use a model that reads images, or a better scan.",
    ),
    "errand.documents.pages_missing": (
        "The document has none of the requested pages or sections.",
        "Correct the pages or the section in the configuration. The message says what the document has.",
    ),
    "errand.documents.too_large": (
        "The documents or images are too large, too long or too many for one job.",
        "Split them across several jobs, or select fewer pages.",
    ),
    "errand.documents.unreadable": (
        "The document cannot be read: it is damaged, protected, empty, or of an unsupported type.",
        "Check that the file opens and has a supported type. Remove any password and upload it again.",
    ),
    "errand.engines.failed": (
        "The engine ended the job with its own message.",
        "Follow the message of the job. The last step shows where the job stopped.",
    ),
    "errand.engines.internal": (
        "The engine stopped with an unexpected error.",
        "Run the job again. If it still fails, give the operator the job id: the log has the cause under it.",
    ),
    "errand.engines.not_installed": (
        "The engine of the agent is not installed on this server.",
        "Choose an engine from GET /v1/agents/types/, or ask the operator to install this one.",
    ),
    "errand.evidence.insufficient": (
        "The source does not contain the required output values, or does not support them well enough.",
        "Make those fields optional, lower min_confidence, set on_untrusted to review, or supply a better source.",
    ),
    "errand.fields.invalid": (
        "Some fields are not valid.",
        "Correct the fields named in the response body.",
    ),
    "errand.fields.unknown_parameter": (
        "The request has an unknown query parameter.",
        "Correct or remove the parameter. The message suggests the closest known name.",
    ),
    "errand.files.content_missing": (
        "The content of an input file is missing from the storage.",
        "Upload the file again and run the job with the new id. The operator can check the storage with errand doctor.",
    ),
    "errand.files.not_found": (
        "An input names a file that does not exist or was deleted.",
        "Upload the file and run the job with the new id.",
    ),
    "errand.inputs.invalid": (
        "The inputs do not fit the agent.",
        "Correct the inputs named in the messages. The agent lists its inputs in input_definitions.",
    ),
    "errand.inputs.missing": (
        "The agent needs inputs that were not supplied.",
        "Supply every input named in the messages. The agent lists its inputs in input_definitions.",
    ),
    "errand.investigations.empty": (
        "There is nothing to investigate: the inputs are empty.",
        "Describe the case in the inputs, then run the agent again.",
    ),
    "errand.investigations.too_large": (
        "The case has more evidence than one investigation can hold.",
        "Use fewer sources, or split the case.",
    ),
    "errand.jobs.cost_limit": (
        "The job reached its cost limit.",
        "Run it with a higher max_cost, or with a cheaper model.",
    ),
    "errand.jobs.failed": (
        "The job failed.",
        "Read the job whose id is in X-Agent-Job-Id. Its `error` field has the cause and the remedy.",
    ),
    "errand.jobs.not_final": (
        "The job is not final yet.",
        "Wait until the job has ended, or cancel it first.",
    ),
    "errand.jobs.quarantined": (
        "The job was running in several processes that died or were stuck, so it was put aside.",
        "Look for process.stuck in the log, and at the memory of the workers. Change the inputs or the agent, or run the job again if the processes were stopped from outside.",
    ),
    "errand.jobs.timeout": (
        "The job exceeded its time limit.",
        "Increase timeout_seconds, or reduce the work: use smaller documents, fewer pages or a faster model.",
    ),
    "errand.jobs.worker_lost": (
        "The worker process stopped during every attempt of the job.",
        "Check the memory and disk of the workers on the Health page, then run the job again.",
    ),
    "errand.knowledge.missing": (
        "The knowledge base of the agent, or one of its typologies, does not exist.",
        "Create a version of the agent that uses a finished knowledge base, then run it.",
    ),
    "errand.models.capability": (
        "The model lacks a capability that the job needs.",
        "Choose another model. GET /v1/agents/models/ lists the capabilities of each.",
    ),
    "errand.models.missing": (
        "The model is unknown, or this server has no key for its provider.",
        "Choose a model from GET /v1/agents/models/, or ask the operator to set the key of the provider.",
    ),
    "errand.models.no_answer": (
        "The model gave no complete answer: it refused, was cut off, or only used tools.",
        "Shorten or reword the instruction, ask for less at once, or choose another model.",
    ),
    "errand.models.refused": (
        "The model provider refused the request.",
        "Check the key, the quota and the model name. The message quotes the provider.",
    ),
    "errand.models.unavailable": (
        "The model provider was overloaded or unreachable for a day, or in every attempt.",
        "Run the job again later, or choose a model from another provider.",
    ),
    "errand.outputs.not_stored": (
        "The result could not be stored.",
        "Run the job again. If it still fails, give the operator the job id.",
    ),
    "errand.outputs.schema_mismatch": (
        "The answer does not match the output schema.",
        "Relax the schema, describe its fields better, or use a stronger model.",
    ),
    "errand.outputs.schema_unusable": (
        "The output schema itself cannot be used.",
        "Correct the part of the output schema that the message names, in a new version of the agent.",
    ),
    "errand.outputs.too_large": (
        "The output is larger than a job can store.",
        "Ask for less output. Store large content in artifacts or references.",
    ),
    "errand.policies.gone": (
        "The policy of the agent no longer exists.",
        "Create a version of the agent that uses an existing policy.",
    ),
    "errand.policies.undecided": (
        "The built-in model does not decide verdicts, and the policy has no classification that hands the decision to a person.",
        "Add a classification with \"person\": true to the policy, or choose another model.",
    ),
    "errand.queries.invalid": (
        "The query cannot be run.",
        "Correct the SQL at the place that the message names. SHOW TABLES and DESCRIBE show the tables and columns.",
    ),
    "errand.remote_agents.bad_answer": (
        "The response of the remote agent does not follow the protocol or is not signed.",
        "Correct the remote agent. /docs/engine-protocol/ describes the required response.",
    ),
    "errand.remote_agents.failed": (
        "The remote agent reported a failure.",
        "Check the log of the remote agent. The message quotes its report.",
    ),
    "errand.remote_agents.no_answer": (
        "The remote agent did not respond or call back in time.",
        "Check that it is running and reachable from this server, then run the job again.",
    ),
    "errand.requests.answer_lost": (
        "The first request with this Idempotency-Key was carried out, but its answer was lost.",
        "Look for what it created in the list. To create another one, use a new Idempotency-Key.",
    ),
    "errand.requests.expectation_failed": (
        "The Expect header supports only 100-continue.",
        "Remove the Expect header, or set it to 100-continue.",
    ),
    "errand.requests.idempotency_conflict": (
        "This Idempotency-Key was already used with another request body.",
        "Use a new Idempotency-Key for a new request, or send the first body again.",
    ),
    "errand.requests.method_not_allowed": (
        "This path does not accept this method.",
        "Use one of the methods in the Allow header.",
    ),
    "errand.requests.not_possible": (
        "The request cannot be completed.",
        "Do what the message says, then send the request again.",
    ),
    "errand.requests.rate_limited": (
        "Too many requests.",
        "Wait for the number of seconds in Retry-After, then send the request again. The SDK does this for you.",
    ),
    "errand.requests.timeout": (
        "The request was not received in time.",
        "Send the whole request without pauses. Send large files over a stable connection.",
    ),
    "errand.requests.too_large": (
        "The request body is too large.",
        "Send less at once: large files by POST /v1/files/, large tables by an upload address, many runs in several batches.",
    ),
    "errand.requests.unknown_path": (
        "There is nothing at this path. See /llms.txt, /openapi.json and /docs/ for all paths.",
        "Look the path up at /llms.txt, /openapi.json or /docs/.",
    ),
    "errand.requests.unreadable": (
        "The request could not be read.",
        "Send valid HTTP with a valid JSON body in UTF-8.",
    ),
    "errand.requests.unsupported_media_type": (
        "This content type is not accepted here.",
        "Set Content-Type to one that the description of this operation names, in most cases application/json.",
    ),
    "errand.resources.conflict": (
        "The request conflicts with the current state.",
        "Read the current state, resolve the conflict that the message names, and send the request again.",
    ),
    "errand.resources.not_found": (
        "Not found.",
        "Check the id, and check that your credential belongs to the organization that owns it. The matching list shows what exists.",
    ),
    "errand.search.nothing_found": (
        "The search found nothing.",
        "Use different search words.",
    ),
    "errand.secrets.missing": (
        "The configuration uses a secret that the organization does not have.",
        "Store the secret (PUT /v1/secrets/{name}/), then run the job again.",
    ),
    "errand.secrets.no_key": (
        "The server cannot decrypt the secrets of the organization because it lacks their key.",
        "Ask the operator to set ERRAND_SECRET_KEY to the key that encrypted them.",
    ),
    "errand.service.internal": (
        "Something went wrong on our side.",
        "Send the request again. If it still fails, give the operator the request id: the log has the cause under it.",
    ),
    "errand.service.unavailable": (
        "The service is not available right now. Try again shortly.",
        "Wait for the number of seconds in Retry-After, then send the request again. The SDK does this for you.",
    ),
    "errand.services.bad_answer": (
        "The response of an external service cannot be used.",
        "Ask the operator to check the address of the service in the server configuration.",
    ),
    "errand.services.missing": (
        "The engine needs an external service that is not configured on this server.",
        "Ask the operator to configure the service that the message names.",
    ),
    "errand.services.refused": (
        "An external service refused the request.",
        "Check the key, the quota and the inputs. The message quotes the service.",
    ),
    "errand.services.unavailable": (
        "An external service could not be reached, or it failed.",
        "Run the job again later, and check that the server can reach the service.",
    ),
    "errand.sign_in.provider_down": (
        "The identity provider cannot be reached right now.",
        "Try again shortly, or sign in with a password. The operator can run `errand doctor` to find the cause.",
    ),
    "errand.sign_in.refused": (
        "The sign-in with the identity provider was refused.",
        "Sign in again. If it is refused again, show this message to your administrator.",
    ),
    "errand.skills.missing": (
        "The skill set of the agent, or one of its files, does not exist.",
        "Create a version of the agent that uses an existing skill set, then run it.",
    ),
    "errand.storage.failed": (
        "The stored content cannot be reached.",
        "Send the request again. If it still fails, ask the operator to run errand doctor.",
    ),
    "errand.storage.full": (
        "The storage has no space left, so nothing was stored. Try again after the operator frees space.",
        "Ask the operator to free space in the storage, then send the request again.",
    ),
    "errand.storage.not_responding": (
        "The storage did not respond for a day.",
        "Ask the operator to run errand doctor, then run the job again.",
    ),
    "errand.storage.timeout": (
        "The storage did not respond in time. Try again shortly.",
        "Wait for the number of seconds in Retry-After, then send the request again.",
    ),
    "errand.storage.unavailable": (
        "The storage cannot be reached right now. Try again shortly.",
        "Wait for the number of seconds in Retry-After, then send the request again.",
    ),
    "errand.tables.invalid": (
        "The table cannot be created, or its name is not valid.",
        "Correct what the message names. Use letters, digits and _ in names, and upload CSV in UTF-8 with unique column names.",
    ),
    "errand.tools.failed": (
        "A tool that the model used failed.",
        "Check the log of the tool server. The message quotes its report.",
    ),
    "errand.tools.missing": (
        "The configuration names a tool that this server does not have.",
        "Correct the name, or ask the operator to connect the tool server.",
    ),
    "errand.trials.evidence_missing": (
        "The version under trial asks for evidence that the stored case does not hold. The message lists the questions.",
        "Run the case anew with this version and review it, or start a rehearsal with gather.",
    ),
    "errand.trials.gone": (
        "The evaluation run or rehearsal of this job was deleted.",
        "You need to do nothing. Start another run if you need its result.",
    ),
    "errand.waits.invalid": (
        "The engine created a wait (approval, question, event or timer) that is not valid.",
        "Correct the wait that the message names, in the configuration or in the engine.",
    ),
    "errand.waits.link_gone": (
        "This link has been used, has expired or was withdrawn.",
        "Ask for a new link, or sign in and answer there.",
    ),
    "errand.waits.refused": (
        "A person refused to approve the result.",
        "Read the comment of the refusal, make the correction, and run the agent again.",
    ),
    "errand.waits.timed_out": (
        "Nobody answered, or the event did not arrive, before the wait was due.",
        "Run the agent again and answer in time, or allow more time.",
    ),
    "errand.waits.withdrawn": (
        "The wait of the job was withdrawn.",
        "Run the agent again.",
    ),
    "errand.web.empty": (
        "The page shows no text.",
        "Check the address. A page that is rendered by scripts needs an engine with a browser.",
    ),
    "errand.web.invalid_address": (
        "An address is not valid.",
        "Use a complete address that starts with http:// or https://.",
    ),
    "errand.web.not_allowed": (
        "Requests to this address are not allowed.",
        "Use another address, or ask the operator to allow it (ERRAND_OUTBOUND_ALLOW for private networks).",
    ),
    "errand.web.outcome_unknown": (
        "An approved action was started on a site, and the worker stopped before its outcome was known.",
        "Check on the site whether the action was completed. Run the agent again only if it was not.",
    ),
    "errand.web.page_changed": (
        "A page changed after a person approved an action on it, so the action was not performed.",
        "Run the agent again and approve sooner. A site that asks for a sign-in at every step cannot be continued.",
    ),
    "errand.web.status": (
        "A page or service returned an error status.",
        "Check the address in a browser. The page may be gone or protected, or it may block programs.",
    ),
    "errand.web.unreachable": (
        "A page or service could not be reached, or its response could not be read.",
        "Check the address (and ERRAND_OUTBOUND_ALLOW for a private network), then run the job again.",
    ),
    "errand.worksheets.not_found": (
        "No worksheet with this id.",
        "Check the worksheet id, or omit it.",
    ),
}
