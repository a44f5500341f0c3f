import assert from 'node:assert/strict';
import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { after, describe, type TestContext, test } from 'node:test';
import { ScaledObject } from '@kubernetes-models/keda/keda.sh/v1alpha1/ScaledObject';
import { PodMonitor } from '@kubernetes-models/prometheus-operator/monitoring.coreos.com/v1/PodMonitor';
import { PrometheusRule } from '@kubernetes-models/prometheus-operator/monitoring.coreos.com/v1/PrometheusRule';
import { Ajv } from 'ajv';
import { Ajv2020 } from 'ajv/dist/2020.js';
import { parse } from 'yaml';
import { pluck } from '../pluck.ts';
import { fleet, ofKind, openHelm, secret, type Thing } from './chart.ts';
import { fetchValidator } from './validators.ts';

// The chart, rendered by Helm itself and held against the schemas of Kubernetes, the oldest that it promises and the newest.

const root = join(import.meta.dirname, '../../../..');
const read = (path: string): Promise<string> => readFile(join(root, path), 'utf8');
const kubernetes = ['1.25.0', '1.37.0'];

/** Every template makes something of these. */
const full = {
  ...fleet,
  image: { digest: `sha256:${'0'.repeat(64)}` },
  imagePullSecrets: [{ name: 'registry' }],
  env: { LOG_LEVEL: 'warn', ERRAND_PUBLIC_URL: 'https://errand.example' },
  envFrom: [{ secretRef: { name: 'models' } }],
  volumes: [{ name: 'certificates', secret: { secretName: 'tls' } }],
  volumeMounts: [{ name: 'certificates', mountPath: '/certificates', readOnly: true }],
  api: { autoscaling: { enabled: true }, tolerations: [{ key: 'a', operator: 'Exists' }], priorityClassName: 'high' },
  worker: {
    autoscaling: { enabled: true, selector: 'namespace="errand"' },
    env: { ERRAND_WORKER_CONCURRENCY: 16, LOG_LEVEL: 'debug' },
    nodeSelector: { disk: 'fast' },
  },
  ingress: { enabled: true, host: 'errand.example', className: 'nginx', tlsSecret: 'tls' },
  metrics: { podMonitor: { enabled: true, labels: { release: 'prometheus' } }, rules: { enabled: true } },
  networkPolicy: { enabled: true, from: [{ namespaceSelector: {} }], egress: [{}] },
};
const cases: Record<string, object> = {
  fleet,
  full,
  'own secret, claim, scaled by the cluster': {
    secrets: { existing: 'errand-secrets' },
    storage: { claim: 'shared' },
    worker: { autoscaling: { enabled: true, kind: 'hpa' } },
    migrations: { enabled: false },
    serviceAccount: { create: false },
  },
  single: { mode: 'single' },
};

const helm = await openHelm();
after(() => helm.remove());

const workloads = (things: Thing[]): Thing[] =>
  things.filter(({ kind }) => /^(Deployment|StatefulSet|Job)$/.test(kind));

test('the chart has the version and the alerts of the program, and its own values fit their schema', async () => {
  const { version, appVersion } = parse(await read('deploy/helm/errand/Chart.yaml'));
  const program = JSON.parse(await read('packages/cli/package.json'));
  assert.deepEqual([version, appVersion], [program.version, program.version]);
  assert.equal(await read('deploy/helm/errand/files/alerts.yml'), await read('deploy/prometheus/alerts.yml'));
  const ajv = new Ajv({ allErrors: true, strict: true, strictRequired: false, allowUnionTypes: true });
  const validate = ajv.compile(JSON.parse(await read('deploy/helm/errand/values.schema.json')));
  const values = parse(await read('deploy/helm/errand/values.yaml'));
  assert.ok(validate(values), JSON.stringify(validate.errors));
  assert.ok(!validate({ ...(values as object), replicaz: 2 }), 'a typing error is told');
});

describe('rendered by Helm', () => {
  /** Tests inside this one are skipped by name where there is no Helm. */
  const withHelm = (name: string, body: (context: TestContext) => Promise<void>): void => {
    test(name, async (context) => {
      if (helm.skip !== undefined) return context.skip(helm.skip);
      await body(context);
    });
  };

  withHelm(
    'all kinds of values pass its linter and the schemas of Kubernetes, KEDA and the Prometheus operator',
    async (context) => {
      const schemas = await Promise.all(kubernetes.map(loadSchema));
      for (const [name, values] of Object.entries(cases)) {
        const lint = await helm.run(['lint', '--strict', '--quiet'], values);
        assert.ok(lint.ok, `${name}: ${lint.stdout}${lint.stderr}`);
        for (const thing of await helm.render(values)) {
          if (thing.kind === 'ScaledObject') new ScaledObject(thing as never).validate();
          else if (thing.kind === 'PodMonitor') new PodMonitor(thing as never).validate();
          else if (thing.kind === 'PrometheusRule') new PrometheusRule(thing as never).validate();
          else {
            for (const schema of schemas) {
              if ('skip' in schema) context.diagnostic(schema.skip);
              else assert.deepEqual(schema.check(thing), [], `${name} ${thing.kind} ${thing.metadata.name}`);
            }
          }
        }
      }
    },
  );

  withHelm('the check of the schemas finds a field that is none', async (context) => {
    const schema = await loadSchema(kubernetes[0]!);
    if ('skip' in schema) return context.skip(schema.skip);
    const [deployment] = ofKind(await helm.render(fleet), 'Deployment');
    deployment!.spec.template.spec.containers[0].readynessProbe = {};
    assert.match(schema.check(deployment!).join(), /readynessProbe/);
  });

  withHelm('every process runs without root, rights and a writable root, with probes on paths that exist', async () => {
    for (const values of Object.values(cases)) {
      for (const { kind, spec } of workloads(await helm.render(values))) {
        const { containers, securityContext, automountServiceAccountToken, terminationGracePeriodSeconds } =
          spec.template.spec;
        assert.equal(securityContext.runAsNonRoot, true);
        assert.ok(securityContext.runAsUser > 0);
        assert.equal(automountServiceAccountToken, false);
        const [container] = containers;
        assert.deepEqual(container.securityContext, {
          allowPrivilegeEscalation: false,
          readOnlyRootFilesystem: true,
          capabilities: { drop: ['ALL'] },
        });
        assert.deepEqual(pluck(container.volumeMounts.slice(0, 2), 'mountPath'), ['/data', '/tmp']);
        assert.ok(container.resources.limits.memory);
        if (kind === 'Job') continue;
        const paths = ['startupProbe', 'livenessProbe', 'readinessProbe'].map((probe) => container[probe].httpGet.path);
        assert.deepEqual(paths, ['/health/', '/health/', '/ready/']);
        assert.ok(terminationGracePeriodSeconds > 10 + 60 + 8, 'longer than a stop takes');
      }
    }
  });

  withHelm('secrets are in Secrets only, and a role of its own gets its own settings', async () => {
    const things = await helm.render(full);
    const plain = things.filter(({ kind }) => kind !== 'Secret');
    assert.ok(!JSON.stringify(plain).includes(secret));
    assert.ok(!JSON.stringify(plain).includes(Buffer.from(secret).toString('base64')));
    assert.equal(ofKind(things, 'Secret').length, 2, 'of the release, and of the job that comes before it');
    const env = (name: string): Record<string, string> => {
      const found = ofKind(things, 'Deployment').find(({ metadata }) => metadata.name === `demo-errand-${name}`)!;
      const list: { name: string; value: string }[] = found.spec.template.spec.containers[0].env;
      assert.equal(new Set(list.map((one) => one.name)).size, list.length, 'none is set twice');
      return Object.fromEntries(list.map((one) => [one.name, one.value]));
    };
    assert.deepEqual([env('api').LOG_LEVEL, env('worker').LOG_LEVEL], ['warn', 'debug']);
    const settings = await read('docs/configuration.md');
    for (const name of Object.keys(env('worker'))) assert.ok(settings.includes(`\`${name}\``), name);
  });

  withHelm(
    'services, budgets and policies select pods that are there, and each process has a known command',
    async () => {
      const things = await helm.render(full);
      const pods = workloads(things).map(({ spec }) => spec.template);
      const matches = (selector: object): number =>
        pods.filter(({ metadata }) => Object.entries(selector).every(([key, value]) => metadata.labels[key] === value))
          .length;
      assert.equal(matches(ofKind(things, 'Service')[0]!.spec.selector), 1);
      for (const { spec } of ofKind(things, 'PodDisruptionBudget')) assert.equal(matches(spec.selector.matchLabels), 1);
      assert.equal(matches(ofKind(things, 'NetworkPolicy')[0]!.spec.podSelector.matchLabels), pods.length);
      for (const { spec } of [...ofKind(things, 'HorizontalPodAutoscaler'), ...ofKind(things, 'ScaledObject')])
        assert.ok(ofKind(things, 'Deployment').some(({ metadata }) => metadata.name === spec.scaleTargetRef.name));
      for (const { spec } of ofKind(things, 'Deployment')) assert.equal(spec.replicas, undefined, 'the scaler decides');
      const commands = pods.map(({ spec }) => spec.containers[0].args.join(' '));
      assert.deepEqual(commands.sort(), ['migrate', 'serve --role api', 'serve --role worker']);
      const [job] = ofKind(things, 'Job');
      assert.equal(job!.metadata.annotations['helm.sh/hook'], 'pre-install,pre-upgrade');
      assert.equal(job!.spec.parallelism, 1);
    },
  );

  const refused: [values: object, sentence: RegExp][] = [
    [{}, /no secrets\. Name a Secret in secrets\.existing/],
    [
      { mode: 'single', single: { replicas: 2 } },
      /master of its own over one volume.*Leave it at 1, or set mode: fleet/,
    ],
    [{ ...fleet, mode: 'single' }, /DATABASE_URL names another\. Set mode: fleet/],
    [
      { mode: 'single', worker: { autoscaling: { enabled: true } } },
      /one pod, and autoscaling is on\. Set mode: fleet/,
    ],
    [{ ...fleet, storage: { url: '/data/storage' } }, /seen by that pod only.*Set s3:/],
    [{ ...fleet, storage: { url: 's3://a', claim: 'b' } }, /one place only\. Keep one/],
    [{ ...fleet, secrets: { ...fleet.secrets, existing: 'mine' } }, /two values\. Keep one/],
    [
      { ...fleet, secrets: { values: { DATABASE_URL: 'postgres://db/errand' } } },
      /no ERRAND_SECRET_KEY\. All processes must share one/,
    ],
    [
      { ...fleet, secrets: { values: { ...fleet.secrets.values, ERRAND_JWT_SECRET: 'short' } } },
      /ERRAND_JWT_SECRET is too short\. Give it 32/,
    ],
    [{ ...fleet, env: { OPENAI_API_KEY: 'x' } }, /OPENAI_API_KEY, which everybody who sees pods could read\. Move it/],
    [{ ...fleet, env: { PORT: 9 } }, /PORT, which the chart sets by itself/],
    [{ ...fleet, worker: { autoscaling: { enabled: true, min: 30 } } }, /Set min to at most max/],
    [{ ...fleet, podSecurityContext: { runAsUser: 0 } }, /as root.*Set runAsUser/],
    [{ ...fleet, podSecurityContext: { runAsNonRoot: false } }, /as root.*Set runAsUser/],
    [{ ...fleet, ingress: { enabled: true } }, /needs ingress\.host/],
    [{ ...fleet, api: { replica: 3 } }, /Additional property replica/],
    [{ ...fleet, image: { tag: 'latest' } }, /image\.tag/],
  ];
  withHelm('values that would run two of what must be one, or show a secret, are refused with what to do', async () => {
    for (const [values, sentence] of refused) {
      const { ok, stderr } = await helm.run(['template', 'demo'], values);
      assert.ok(!ok, `${JSON.stringify(values)} was taken`);
      assert.match(stderr, sentence);
      assert.ok(!stderr.includes(secret));
    }
    // A path is no secret.
    assert.ok((await helm.run(['template', 'demo'], { ...fleet, env: { MY_TLS_KEY: '/certificates/tls.key' } })).ok);
  });
});

type Schema = { check(thing: Thing): string[] };

async function loadSchema(version: string): Promise<Schema | { skip: string }> {
  const file = await fetchValidator('kubernetes-validate', `v${version}-local-strict/_definitions.json`);
  if ('skip' in file) return file;
  const definitions = JSON.parse(await readFile(file.path, 'utf8'));
  const ajv = new Ajv2020({ strict: false, allErrors: true, validateFormats: false, logger: false });
  ajv.addSchema(definitions, 'kubernetes');
  const names = new Map<string, string>();
  for (const [name, one] of Object.entries<any>(definitions.$defs))
    for (const { group, version, kind } of one['x-kubernetes-group-version-kind'] ?? [])
      names.set(`${group ? `${group}/` : ''}${version} ${kind}`, name);
  return {
    check(thing) {
      const name = names.get(`${thing.apiVersion} ${thing.kind}`);
      if (name === undefined) return [`${thing.apiVersion} ${thing.kind} is not in Kubernetes ${version}`];
      const validate = ajv.compile({ $ref: `kubernetes#/$defs/${name}` });
      if (validate(thing)) return [];
      return validate.errors!.map((one) => `${one.instancePath} ${one.message} ${JSON.stringify(one.params)}`);
    },
  };
}
