/** Text as it is: markup in it is shown, never followed. Scrolls within itself, with the keyboard too. */
export function TextView({ text, label }: { text: string; label: string }) {
  return (
    <section
      tabIndex={0}
      aria-label={label}
      className="max-h-96 overflow-auto rounded-md border border-border bg-surface p-3"
    >
      <pre dir="auto" className="font-mono text-code break-words whitespace-pre-wrap">
        {text}
      </pre>
    </section>
  );
}
