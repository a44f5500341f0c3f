/** Shows expected or given values, one per line. Null means no answer. */
export function ValuesText({ values }: { values: Record<string, unknown> | null }) {
  if (values === null) return <span className="text-muted">no answer</span>;
  return (
    <ul className="font-mono text-code">
      {Object.entries(values).map(([name, value]) => (
        <li key={name} dir="auto" className="break-words whitespace-pre-wrap">
          <span className="text-muted">{name}:</span> {typeof value === 'string' ? value : JSON.stringify(value)}
        </li>
      ))}
    </ul>
  );
}
