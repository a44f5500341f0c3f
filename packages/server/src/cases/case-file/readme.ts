/** The first thing in an unpacked case file: how to check it, with or without this program. */
export const README = `This is the case file of one job of an agent.

manifest.json   what belongs to the case: every file with its SHA-256 and size, the chain of
                events, the versions of service, engine, agent and policy, the models that
                answered, the people who decided, and the public key
manifest.sig    the Ed25519 signature of the exact bytes of manifest.json, in base64
job.json        when, by whom, how it ended, what it cost
inputs.json     what was given; uploaded files are under inputs/
outputs.json    what came out; verdict.json has the verdict
explanation.json  why, and what would have changed it, if a policy decided
agent.json      the version of the agent that ran; secrets are masked
policy.json     the version of the policy that it was decided by, if there was one
steps.json      every step with what it gave: answers of models and tools
evidence/       prompts, answers and evidence as the job kept them
references/     pages and pictures as they were when the job saw them
waits.json      what people were asked, and what they answered
reviews.json    the opinion that counts, and every task of the review desk
audit.json      entries of the audit log about this job

Check it offline:  errand case verify FILE --key KEYS
KEYS is the answer of GET /v1/organizations/ID/signing-key/, which you got from the organization
by a way that you trust. Without it the check says only that the file is whole, not whose it is.

By hand: compare the SHA-256 of each file with manifest.json, then
  openssl pkeyutl -verify -rawin -pubin -inkey key.pem -in manifest.json -sigfile signature.bin
where signature.bin is manifest.sig decoded from base64.

The events are in the order of their chain: each has the hash of the one before it. Their times
come from clocks, and a clock may have been set.
`;
