import { MARK_DOT, MARK_PATHS } from './mark-paths.ts';

/** The mark: out and back again. It is that of icon.svg, in the colours of the page. */
export function Mark({ size = 20 }: { size?: number }) {
  return (
    <svg width={size} height={size} viewBox="0 0 32 32" aria-hidden className="shrink-0">
      <rect width="32" height="32" rx="9" fill="var(--color-text)" />
      <g fill="none" stroke="var(--color-bg)" strokeWidth="3" strokeLinecap="round" strokeLinejoin="round">
        {MARK_PATHS.map((path) => (
          <path key={path} d={path} />
        ))}
      </g>
      <circle {...MARK_DOT} />
    </svg>
  );
}
