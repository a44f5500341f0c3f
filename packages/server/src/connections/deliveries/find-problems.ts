import type { Connectors } from '../registry.ts';

/** Finds out why a connection of this type cannot perform an operation with these parameters. */
export function findDeliveryProblems(
  connectors: Connectors | undefined,
  { connectorType, operation, given }: { connectorType: string; operation: string; given: Record<string, unknown> },
): string[] {
  const deliveries = connectors?.findDriver(connectorType)?.deliveries ?? {};
  const found = Object.hasOwn(deliveries, operation) ? deliveries[operation] : undefined;
  if (found === undefined) {
    const known = Object.keys(deliveries).join(', ') || 'none';
    return [`${connectorType} has no operation '${operation}'. Available operations: ${known}.`];
  }
  const unknown = Object.keys(given).filter((param) => !Object.hasOwn(found.params, param));
  const missing = Object.entries(found.params).flatMap(([param, { required }]) =>
    required && given[param] === undefined ? [param] : [],
  );
  return [
    ...unknown.map((param) => `${operation} has no parameter '${param}'.`),
    ...missing.map((param) => `${operation} requires the parameter '${param}'.`),
  ];
}
