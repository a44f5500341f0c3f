import { ConfigError, readInteger, readText } from '#platform/configuration.ts';

/** A separate listener for metrics and probes, which API callers should not reach. */
export type InternalListener = {
  port: number;
  host: string;
  /** Whether it also serves the probes, not only metrics. */
  probes: boolean;
  portName: string;
  hostName: string;
};

/** ERRAND_INTERNAL_PORT is for metrics and probes, ERRAND_METRICS_PORT for metrics only. */
export function readInternalListener(env: NodeJS.ProcessEnv): InternalListener | undefined {
  const metrics = listener(env, 'ERRAND_METRICS', false);
  const internal = listener(env, 'ERRAND_INTERNAL', true);
  if (metrics && internal)
    throw new ConfigError(
      'ERRAND_METRICS_PORT cannot be used with ERRAND_INTERNAL_PORT, which also serves the metrics. Unset it.',
    );
  return internal ?? metrics;
}

function listener(env: NodeJS.ProcessEnv, prefix: string, probes: boolean): InternalListener | undefined {
  const [portName, hostName] = [`${prefix}_PORT`, `${prefix}_HOST`];
  const port = readText(env, portName, '') === '' ? undefined : readInteger(env, portName, 0, 0, 65_535);
  const host = readText(env, hostName, readText(env, 'HOST', '127.0.0.1'));
  return port === undefined ? undefined : { port, host, probes, portName, hostName };
}
