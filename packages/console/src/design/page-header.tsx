import { Link } from '@tanstack/react-router';
import { ChevronRight } from 'lucide-react';
import { type ReactNode, useEffect, useRef } from 'react';
import { CopyId } from './copy.tsx';

export type Crumb = { label: string; to: string };

type PageHeaderProps = {
  /** Also the title of the browser tab. */
  title: string;
  /** Only for the tab, for example a status. */
  titlePrefix?: string;
  crumbs?: Crumb[];
  /** The id of the page's object, for copying. */
  id?: string;
  badge?: ReactNode;
  description?: ReactNode;
  actions?: ReactNode;
};

let isExpected = true;

/** After a navigation, the new page's heading takes the focus: now, or as soon as its data is loaded. */
export function expectHeading(): void {
  isExpected = true;
  takeFocus(document.querySelector<HTMLElement>('main h1'));
}

function takeFocus(heading: HTMLElement | null): void {
  if (!isExpected || heading === null) return;
  isExpected = false;
  // Only if nothing inside the page has taken the focus.
  if (!document.querySelector('main :focus, [role=dialog] :focus')) heading.focus({ preventScroll: true });
}

/** The header of every page: breadcrumbs, the only h1, and actions. Takes the focus after a navigation. */
export function PageHeader({ title, titlePrefix, crumbs = [], id, badge, description, actions }: PageHeaderProps) {
  const heading = useRef<HTMLHeadingElement>(null);
  useEffect(() => {
    document.title = `${titlePrefix ? `${titlePrefix} · ` : ''}${title} · Errand`;
  }, [title, titlePrefix]);
  useEffect(() => takeFocus(heading.current), []);
  return (
    <header className="mb-5 flex flex-wrap items-start justify-between gap-x-6 gap-y-3 max-sm:mb-3">
      <div className="min-w-0">
        {crumbs.length > 0 && (
          <nav aria-label="Breadcrumb" className="mb-1">
            <ol className="flex flex-wrap items-center gap-1 text-muted">
              {crumbs.map((crumb, index) => (
                <li key={crumb.to} className="flex items-center gap-1">
                  {index > 0 && <ChevronRight size={12} aria-hidden />}
                  <Link
                    to={crumb.to}
                    activeOptions={{ exact: true }}
                    className="rounded-sm hover:text-text hover:underline"
                  >
                    {crumb.label}
                  </Link>
                </li>
              ))}
              {id !== undefined && (
                <li className="flex items-center gap-1">
                  <ChevronRight size={12} aria-hidden />
                  <CopyId id={id} />
                </li>
              )}
            </ol>
          </nav>
        )}
        <div className="flex flex-wrap items-center gap-2.5">
          <h1 ref={heading} tabIndex={-1} dir="auto" className="text-xl font-semibold break-words">
            {title}
          </h1>
          {badge}
        </div>
        {description !== undefined && <div className="mt-1 max-w-3xl text-md text-muted">{description}</div>}
      </div>
      {actions && <div className="flex min-h-8 flex-wrap items-center gap-2">{actions}</div>}
    </header>
  );
}
