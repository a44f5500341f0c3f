import type { Agent, AgentVersion, InputDefinition } from '@errand/sdk';
import { isTextual } from '../run/run-values.ts';

export type CodeSample = { language: string; code: string };

/** Writes the same run in several languages, with the agent's inputs. The key stays in the environment. */
export function codeSamples(agent: Agent, version: AgentVersion, baseUrl: string): CodeSample[] {
  const url = `${baseUrl}/v1/agents/run/${agent.id}/`;
  const needed = version.input_definitions.filter(({ required }) => required !== false);
  const texts = Object.fromEntries(needed.filter(isTextual).map((one) => [one.key, exampleOf(one)]));
  const files = needed.filter((one) => !isTextual(one)).map((one) => ({ key: one.key, name: fileNameOf(one) }));
  return files.length > 0 ? withFiles(url, texts, files) : withJson(url, { inputs: texts });
}

function withJson(url: string, body: object): CodeSample[] {
  const json = JSON.stringify(body, null, 2);
  return [
    {
      language: 'curl',
      code: `curl ${url} \\
  -H "Authorization: Bearer $ERRAND_API_KEY" \\
  -H 'Content-Type: application/json' \\
  -d ${quote(json)}`,
    },
    {
      language: 'TypeScript',
      code: `const response = await fetch('${url}', {
  method: 'POST',
  headers: {
    Authorization: \`Bearer \${process.env.ERRAND_API_KEY}\`,
    'Content-Type': 'application/json',
  },
  body: JSON.stringify(${json.replaceAll('\n', '\n  ')}),
});
${READ_IN_TYPESCRIPT}`,
    },
    {
      language: 'Python',
      code: `import json, os, urllib.request

request = urllib.request.Request(
    "${url}",
    data=json.dumps(${json.replaceAll('\n', '\n    ')}).encode(),
    headers={
        "Authorization": "Bearer " + os.environ["ERRAND_API_KEY"],
        "Content-Type": "application/json",
    },
)
${READ_IN_PYTHON}`,
    },
  ];
}

function withFiles(url: string, texts: Record<string, string>, files: { key: string; name: string }[]): CodeSample[] {
  // --form-string takes the value literally. -F would read a file if the value begins with @.
  const parts = [
    ...Object.entries(texts).map(([key, value]) => `--form-string ${quote(`${key}=${value}`)}`),
    ...files.map(({ key, name }) => `-F ${quote(`${key}=@${name}`)}`),
  ];
  const fields = [
    ...Object.entries(texts).map(([key, value]) => `form.set('${key}', ${JSON.stringify(value)});`),
    ...files.map(({ key, name }) => `form.set('${key}', await openAsBlob('${name}'), '${name}');`),
  ];
  const names = Object.fromEntries(files.map(({ key, name }) => [key, name]));
  return [
    {
      language: 'curl',
      code: `curl ${url} \\
  -H "Authorization: Bearer $ERRAND_API_KEY" \\
  ${parts.join(' \\\n  ')}`,
    },
    {
      language: 'TypeScript',
      code: `import { openAsBlob } from 'node:fs';

const form = new FormData();
${fields.join('\n')}
const response = await fetch('${url}', {
  method: 'POST',
  headers: { Authorization: \`Bearer \${process.env.ERRAND_API_KEY}\` },
  body: form,
});
${READ_IN_TYPESCRIPT}`,
    },
    {
      language: 'Python',
      code: `import json, os, urllib.request, uuid

boundary = uuid.uuid4().hex
body = b""
for key, value in ${JSON.stringify(texts)}.items():
    body += f'--{boundary}\\r\\nContent-Disposition: form-data; name="{key}"\\r\\n\\r\\n{value}\\r\\n'.encode()
for key, name in ${JSON.stringify(names)}.items():
    body += f'--{boundary}\\r\\nContent-Disposition: form-data; name="{key}"; filename="{name}"\\r\\n\\r\\n'.encode()
    body += open(name, "rb").read() + b"\\r\\n"
body += f"--{boundary}--\\r\\n".encode()
request = urllib.request.Request(
    "${url}",
    data=body,
    headers={
        "Authorization": "Bearer " + os.environ["ERRAND_API_KEY"],
        "Content-Type": f"multipart/form-data; boundary={boundary}",
    },
)
${READ_IN_PYTHON}`,
    },
  ];
}

const READ_IN_TYPESCRIPT = `if (!response.ok) throw new Error(await response.text());
const outputs: { key: string; data_type: string; value: string }[] = await response.json();
for (const { key, value } of outputs) console.log(key, value);`;

const READ_IN_PYTHON = `with urllib.request.urlopen(request) as response:
    for output in json.load(response):
        print(output["key"], output["value"])`;

const exampleOf = ({ key, data_type: type, example }: InputDefinition): string =>
  example || (type === 'application/json' ? '{}' : `your ${key}`);

function fileNameOf({ data_type: type }: InputDefinition): string {
  if (type === 'application/pdf') return 'document.pdf';
  if (type.startsWith('image/')) return 'image.png';
  return type.startsWith('audio/') ? 'recording.mp3' : type.startsWith('video/') ? 'video.mp4' : 'file.bin';
}

/** Quotes a text for a shell. */
const quote = (text: string): string => `'${text.replaceAll("'", `'\\''`)}'`;
