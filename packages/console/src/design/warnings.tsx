import { TriangleAlert } from 'lucide-react';

/** Shows the server's warnings about something that was stored as sent. Renders nothing if there are none. */
export function Warnings({ title, items }: { title: string; items: readonly string[] }) {
  if (items.length === 0) return null;
  return (
    <section aria-label={title} className="mb-5 rounded-md bg-warning-soft p-3 text-warning">
      <p className="flex items-center gap-2 font-medium">
        <TriangleAlert size={14} aria-hidden />
        {title}
      </p>
      <ul className="mt-1 list-inside list-disc">
        {items.map((item) => (
          <li key={item} dir="auto" className="break-words">
            {item}
          </li>
        ))}
      </ul>
    </section>
  );
}
