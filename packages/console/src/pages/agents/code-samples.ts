import type { Agent } from '@errand/sdk/agents.ts';
import type { AgentVersion } from '@errand/sdk/versions.ts';
import { isTextual } from '../run/run-values.ts';

/** The same run in several languages, with the agent's own inputs. The key stays in the environment. */
export function codeSamples(
  agent: Agent,
  version: AgentVersion,
  baseUrl: string,
): { language: string; code: string }[] {
  const definitions = version.input_definitions.filter(({ required }) => required !== false);
  const files = definitions.filter((definition) => !isTextual(definition));
  const inputs = Object.fromEntries(
    definitions.map((definition) => [
      definition.key,
      isTextual(definition) ? definition.example || `your ${definition.key}` : 'https://example.com/document.pdf',
    ]),
  );
  const json = JSON.stringify({ inputs }, null, 2);
  const path = `/v1/agents/run/${agent.id}/`;
  const uploads = files.map(({ key }) => ` \\\n  -F ${key}=@document.pdf`).join('');
  const texts = definitions
    .filter(isTextual)
    .map(({ key }) => ` \\\n  -F ${quote(`${key}=${inputs[key]}`)}`)
    .join('');
  const curl =
    files.length > 0
      ? `curl ${baseUrl}${path} \\\n  -H "Authorization: Bearer $ERRAND_API_KEY"${texts}${uploads}`
      : `curl ${baseUrl}${path} \\\n  -H "Authorization: Bearer $ERRAND_API_KEY" \\\n  -H 'Content-Type: application/json' \\\n  -d ${quote(json)}`;
  return [
    { language: 'curl', code: curl },
    {
      language: 'TypeScript',
      code: `const response = await fetch('${baseUrl}${path}', {
  method: 'POST',
  headers: {
    Authorization: \`Bearer \${process.env.ERRAND_API_KEY}\`,
    'Content-Type': 'application/json',
  },
  body: JSON.stringify(${json.replaceAll('\n', '\n  ')}),
});
if (!response.ok) throw new Error(await response.text());
const outputs: { key: string; data_type: string; value: string }[] = await response.json();
console.log(outputs[0]?.value);`,
    },
    {
      language: 'Python',
      code: `import json, os, urllib.request

request = urllib.request.Request(
    "${baseUrl}${path}",
    data=json.dumps(${json.replaceAll('\n', '\n    ')}).encode(),
    headers={
        "Authorization": "Bearer " + os.environ["ERRAND_API_KEY"],
        "Content-Type": "application/json",
    },
)
with urllib.request.urlopen(request) as response:
    print(json.load(response)[0]["value"])`,
    },
  ];
}

/** For a shell. */
const quote = (text: string): string => `'${text.replaceAll("'", `'\\''`)}'`;
