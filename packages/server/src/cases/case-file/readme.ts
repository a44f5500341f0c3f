/** The README of a case file: what it contains, and how to verify it with or without this program. */
export const README = `This is the case file of one job of an agent.

manifest.json   the contents of the case: every file with its SHA-256 and size, the chain of
                events, the versions of service, engine, agent and policy, the models that
                answered, the people who decided, and the public key
manifest.sig    the Ed25519 signature of the exact bytes of manifest.json, in base64
job.json        who started the job and when, how it ended, what it cost
inputs.json     the inputs; uploaded files are under inputs/
outputs.json    the outputs; verdict.json has the verdict
partial-outputs.json  what a failed job had found; not a result
explanation.json  the reasons for the verdict and what would have changed it, if a policy decided
agent.json      the agent version that ran, with secrets masked
policy.json     the policy version that decided, if any
steps.json      every step with its result: answers of models and tools
evidence/       prompts, answers and evidence as the job stored them
references/     pages and pictures as the job saw them
waits.json      what people were asked, and what they answered
reviews.json    the review that counts, and all review tasks
audit.json      the entries of the audit log about this job

To verify it offline:  errand case verify FILE --key KEYS
KEYS is the response of GET /v1/organizations/ID/signing-key/, which you got from the organization
over a channel that you trust. Without it, the command only shows that the file is intact, not who
signed it.

To verify it by hand: compare the SHA-256 of each file with manifest.json, then run
  openssl pkeyutl -verify -rawin -pubin -inkey key.pem -in manifest.json -sigfile signature.bin
where signature.bin is manifest.sig decoded from base64.

The events form a chain: each contains the hash of the event before it, so their order is proven.
Their times come from clocks, which can be changed.
`;
