import type { SampleOperation } from './operation.ts';

/** Shown once per page, before its samples. Uses only the standard library. */
export const PYTHON_START = `import json, os, urllib.request

def call(method, path, body=None, content_type="application/json"):
    data = json.dumps(body).encode() if body is not None and not isinstance(body, bytes) else body
    headers = {"Authorization": "Bearer " + os.environ["ERRAND_API_KEY"]}
    if data is not None:
        headers["Content-Type"] = content_type
    request = urllib.request.Request(os.environ["ERRAND_URL"] + path, data, headers, method=method)
    with urllib.request.urlopen(request) as response:
        content = response.read()
        is_json = response.headers.get("Content-Type", "").startswith("application/json")
        return json.loads(content) if is_json else content`;

export function writePython({ method, path, query, body, isForm }: SampleOperation): string {
  const search = new URLSearchParams(query).toString();
  const address = `${path.replace(/\{(\w+)\}/g, (_, name: string) => `{os.environ['${name.toUpperCase()}']}`)}${search && `?${search}`}`;
  const target = `${address.includes('{') ? 'f' : ''}"${address}"`;
  if (isForm) return writeForm(method, target, body);
  if (body === undefined) return `print(call("${method}", ${target}))`;
  return `print(call("${method}", ${target}, ${literal(body)}))`;
}

function writeForm(method: string, target: string, body: unknown): string {
  const fields = Object.entries(body as Record<string, string>).filter(([name]) => name !== 'file');
  const parts = fields.map(
    ([name, value]) =>
      `form += b'--errand\\r\\nContent-Disposition: form-data; name="${name}"\\r\\n\\r\\n${value}\\r\\n'`,
  );
  return [
    'name = os.path.basename(os.environ["FILE"])',
    'form = b""',
    ...parts,
    `form += f'--errand\\r\\nContent-Disposition: form-data; name="file"; filename="{name}"\\r\\n\\r\\n'.encode()`,
    'form += open(os.environ["FILE"], "rb").read() + b"\\r\\n--errand--\\r\\n"',
    `print(call("${method}", ${target}, form, "multipart/form-data; boundary=errand"))`,
  ].join('\n');
}

/** Writes JSON with Python's names for null, true and false. */
function literal(value: unknown, indent = ''): string {
  if (value === null) return 'None';
  if (typeof value === 'boolean') return value ? 'True' : 'False';
  if (typeof value !== 'object') return JSON.stringify(value);
  const deeper = `${indent}    `;
  const items = Array.isArray(value)
    ? value.map((item) => literal(item, deeper))
    : Object.entries(value).map(([name, item]) => `${JSON.stringify(name)}: ${literal(item, deeper)}`);
  const [open, close] = Array.isArray(value) ? '[]' : '{}';
  const short = `${open}${items.join(', ')}${close}`;
  if (short.length + indent.length < 90) return short;
  return `${open}\n${items.map((item) => `${deeper}${item},`).join('\n')}\n${indent}${close}`;
}
