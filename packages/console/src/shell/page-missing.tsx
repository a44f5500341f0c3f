import { Link } from '@tanstack/react-router';
import { buttonClass } from '../design/button.tsx';
import { EmptyState } from '../design/empty-state.tsx';
import { PageHeader } from '../design/page-header.tsx';

export function PageMissing() {
  return (
    <>
      <PageHeader title="Page not found" />
      <EmptyState
        title="Nothing is at this address"
        actions={
          <Link to="/" className={buttonClass('primary')}>
            Go home
          </Link>
        }
      >
        It may have been cut off when it was copied. Press Ctrl K or ⌘ K to find a page, an agent or an id.
      </EmptyState>
    </>
  );
}
