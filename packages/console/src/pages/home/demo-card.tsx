import { Link } from '@tanstack/react-router';
import { Binoculars, Hammer } from 'lucide-react';
import { lazy, type ReactNode, Suspense } from 'react';
import { Button, buttonClass } from '../../design/button.tsx';

// Loaded on demand, because the dialog is a tenth of the first page's code. Until then, a button of the same size stands
// in its place, so that nothing below moves.
const CreateDemo = lazy(async () => ({ default: (await import('./demo-actions.tsx')).CreateDemo }));
const RemoveDemo = lazy(async () => ({ default: (await import('./demo-actions.tsx')).RemoveDemo }));

type DemoCardProps = {
  exists: boolean;
  /** Nothing has run yet. */
  isFirstVisit: boolean;
};

/** The two doors of a first visit: look around, or build. Later a line about the demo. */
export function DemoCard({ exists, isFirstVisit }: DemoCardProps) {
  if (exists) return <ExistingDemo />;
  return isFirstVisit ? <Doors /> : <DemoOffer />;
}

function Doors() {
  return (
    <section aria-label="Begin" className="grid gap-4 sm:grid-cols-2">
      <Door
        icon={<Binoculars size={20} aria-hidden />}
        title="Look around"
        action={
          <Suspense fallback={<Waiting variant="primary">Create the demo</Waiting>}>
            <CreateDemo variant="primary" />
          </Suspense>
        }
      >
        Agents with finished, failed and waiting jobs, verdicts to review, a table that an agent fills. Free of charge,
        and removed with one click.
      </Door>
      <Door
        icon={<Hammer size={20} aria-hidden />}
        title="Build"
        action={
          <>
            <Link to="/agents/new" className={buttonClass()}>
              Build an agent
            </Link>
            <a href="/docs/tutorial/" className={buttonClass('quiet')}>
              Tutorial, ten minutes
            </a>
          </>
        }
      >
        Choose an engine, say what goes in and what comes out, and run it. The built-in model needs no key.
      </Door>
    </section>
  );
}

type DoorProps = { icon: ReactNode; title: string; action: ReactNode; children: ReactNode };

const Door = ({ icon, title, action, children }: DoorProps) => (
  <div className="flex flex-col items-start gap-2 rounded-md border border-border bg-raised p-5 max-sm:p-4">
    {icon}
    <h2 className="text-xl font-semibold">{title}</h2>
    <p className="max-w-md text-md text-muted">{children}</p>
    <div className="mt-auto flex flex-wrap gap-2 pt-2">{action}</div>
  </div>
);

/** For those who began with work of their own. */
const DemoOffer = () => (
  <div className={strip}>
    <p className="min-w-0 flex-1 basis-72 text-muted">
      A demo shows the other kinds of agents, beside your own work and removable.
    </p>
    <Suspense fallback={<Waiting size="sm">Create the demo</Waiting>}>
      <CreateDemo size="sm" />
    </Suspense>
  </div>
);

const ExistingDemo = () => (
  <div className={strip}>
    <p className="min-w-0 flex-1 basis-72">
      <strong className="font-medium">A demo is here, too.</strong>{' '}
      <span className="text-muted">All of it has the tag demo; everything else is yours.</span>
    </p>
    <Link to="/inbox" className={buttonClass('secondary', 'sm')}>
      Review its verdicts
    </Link>
    <Link to="/tables" className={`${buttonClass('secondary', 'sm')} max-sm:hidden`}>
      Look at its table
    </Link>
    <Suspense fallback={<Waiting size="sm">Remove the demo</Waiting>}>
      <RemoveDemo />
    </Suspense>
  </div>
);

type WaitingProps = { variant?: 'primary' | 'secondary'; size?: 'sm' | 'md'; children: ReactNode };

/** Takes the place of a button whose code is still being loaded. */
const Waiting = (props: WaitingProps) => <Button {...props} aria-hidden className="invisible" tabIndex={-1} />;

const strip = 'flex flex-wrap items-center gap-2 rounded-md border border-border bg-surface px-4 py-2';
