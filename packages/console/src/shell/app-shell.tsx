import { Outlet, useNavigate, useRouterState } from '@tanstack/react-router';
import { Keyboard, Search } from 'lucide-react';
import { Suspense, useEffect, useMemo, useRef, useState } from 'react';
import { useConnection } from '../data/connection.ts';
import { queryClient } from '../data/query-client.ts';
import { Button, IconButton } from '../design/button.tsx';
import { cx } from '../design/cx.ts';
import { expectHeading } from '../design/page-header.tsx';
import { useTimeZone } from '../design/time-zone.ts';
import { useAccess } from '../session/access.ts';
import { getSession, onOtherPerson, useSession } from '../session/session.ts';
import { useWaitingCases, useWaitingCount } from '../session/waiting.ts';
import { AccountButton } from './account-button.tsx';
import { DensityButton } from './density-button.tsx';
import { stateOf, useFavicon } from './favicon.ts';
import { lazyPart } from './lazy-part.ts';
import { LiveIndicator } from './live-indicator.tsx';
import { Mark } from './mark.tsx';
import { Navigation, places } from './navigation.tsx';
import { PausedBanner } from './paused-banner.tsx';
import { PhoneBar } from './phone-bar.tsx';
import { useRowFocus, walkRows } from './row-focus.ts';
import { listenForShortcuts, type Shortcut } from './shortcuts.ts';
import { ThemeButton } from './theme-button.tsx';
import { UpdateBanner } from './update-banner.tsx';

// Loaded after the first page, so that the page appears sooner.
const loadPalette = async () => (await import('./command-palette.tsx')).CommandPalette;
const CommandPalette = lazyPart(loadPalette);
const OrganizationSwitcher = lazyPart(async () => (await import('./account-menu.tsx')).OrganizationSwitcher);
const SessionEnded = lazyPart(async () => (await import('./session-ended.tsx')).SessionEnded);
const ShortcutSheet = lazyPart(async () => (await import('./shortcut-sheet.tsx')).ShortcutSheet);

/** Sends what was left, prepares what comes next, and notices that somebody else has signed in. */
function useBackground(): void {
  const navigate = useNavigate();
  useEffect(() => {
    // What an earlier page decided and could not send. Rare, so its code is loaded only then.
    if (localStorage.getItem('errand.decisions') !== null)
      void import('../session/outbox.ts').then(({ adoptDecisions }) => adoptDecisions());
  }, []);
  useEffect(() => void setTimeout(() => loadPalette().catch(() => undefined), 1_000), []);
  useEffect(
    () =>
      onOtherPerson(() => {
        const isSignedIn = getSession() !== undefined;
        void queryClient.resetQueries();
        void navigate({ to: isSignedIn ? '/' : '/sign-in', replace: true }).then(
          () => isSignedIn || queryClient.clear(),
        );
      }),
    [navigate],
  );
}

/** The shortcuts that work everywhere. */
function useGeneralShortcuts(onHelp: (isOpen: boolean) => void): Shortcut[] {
  const navigate = useNavigate();
  const general = useMemo<Shortcut[]>(
    () => [
      { keys: '?', label: 'Show these shortcuts', run: () => onHelp(true) },
      { keys: 'j', label: 'Next row of a list; Enter opens it', run: () => walkRows(1) },
      { keys: 'k', label: 'Previous row', run: () => walkRows(-1) },
      ...places.map(({ to, label, key }) => ({
        keys: `g ${key}`,
        label: `Go to ${label}`,
        run: () => void navigate({ to }),
      })),
    ],
    [navigate, onHelp],
  );
  useEffect(() => listenForShortcuts(general), [general]);
  return general;
}

function usePaletteKey(onPalette: (isOpen: boolean) => void): void {
  useEffect(() => {
    const onKey = (event: KeyboardEvent): void => {
      if (event.key.toLowerCase() !== 'k' || !(event.ctrlKey || event.metaKey)) return;
      event.preventDefault();
      onPalette(true);
    };
    addEventListener('keydown', onKey);
    return () => removeEventListener('keydown', onKey);
  }, [onPalette]);
}

/** The frame around every page. */
export function AppShell() {
  const [palette, setPalette] = useState(false);
  const [sheet, setSheet] = useState(false);
  const [menu, setMenu] = useState(false);
  const session = useSession();
  const connection = useConnection();
  const zone = useTimeZone();
  const { organization, role } = useAccess();
  useFocusAfterNavigation();
  useRowFocus();
  const waiting = useWaitingCount();
  const cases = useWaitingCases();
  useFavicon(stateOf(connection, waiting));
  useBackground();

  const general = useGeneralShortcuts(setSheet);
  usePaletteKey(setPalette);
  return (
    <div className="flex min-h-dvh max-lg:flex-col">
      <SkipLink />
      <aside
        className={cx(
          'z-30 flex flex-col gap-3 border-border bg-surface p-3 max-lg:py-1 lg:sticky lg:top-0 lg:h-dvh lg:w-14 lg:shrink-0 lg:overflow-y-auto lg:border-r lg:px-2 xl:w-54 xl:px-3',
          'max-lg:border-b',
        )}
      >
        <div className="flex items-center gap-2 px-2 text-lg font-semibold max-lg:hidden lg:max-xl:justify-center lg:max-xl:px-0">
          <Mark /> <span className="lg:max-xl:sr-only">Errand</span>
        </div>
        <div className="flex items-center gap-1">
          <span className="lg:hidden">
            <Mark size={24} />
          </span>
          <div className="min-w-0 flex-1">
            <Suspense fallback={<AccountButton disabled name={organization?.name} role={role} />}>
              <OrganizationSwitcher />
            </Suspense>
          </div>
          {connection !== 'live' && (
            <span className="lg:hidden">
              <LiveIndicator />
            </span>
          )}
        </div>
        <div
          className={cx(
            'flex min-h-0 flex-1 flex-col gap-3 lg:flex',
            menu
              ? 'max-lg:fixed max-lg:inset-x-0 max-lg:bottom-(--bar-height) max-lg:max-h-[75dvh] max-lg:overflow-y-auto max-lg:rounded-t-lg max-lg:border-t max-lg:border-border max-lg:bg-surface max-lg:p-3 max-lg:shadow-dialog'
              : 'max-lg:hidden',
          )}
        >
          <Button
            title="Find (Ctrl K)"
            className="justify-between! text-muted! lg:max-xl:justify-center! lg:max-xl:px-0!"
            onClick={() => setPalette(true)}
          >
            <span className="flex items-center gap-2">
              <Search size={14} aria-hidden /> <span className="lg:max-xl:sr-only">Find…</span>
            </span>
            <kbd className="font-mono text-xs lg:max-xl:hidden">Ctrl K</kbd>
          </Button>
          <Navigation
            waiting={{ '/inbox': waiting, '/cases': cases.overdue + cases.toApprove }}
            onNavigate={() => setMenu(false)}
          />
          <div className="mt-auto flex items-center justify-between lg:max-xl:flex-col lg:max-xl:gap-1">
            <LiveIndicator />
            <span className="flex lg:max-xl:flex-col">
              <IconButton
                label="Keyboard shortcuts"
                icon={<Keyboard size={16} aria-hidden />}
                onClick={() => setSheet(true)}
              />
              <DensityButton />
              <ThemeButton />
            </span>
          </div>
        </div>
      </aside>
      <main
        id="main"
        tabIndex={-1}
        className="relative min-w-0 flex-1 overflow-x-clip px-6 py-5 outline-none max-lg:px-4 max-lg:pt-3 max-lg:pb-[calc(var(--bar-height)+20px)]"
      >
        <UpdateBanner />
        <PausedBanner />
        {/* Times are written anew in another zone. */}
        <Outlet key={zone} />
      </main>
      <PhoneBar waiting={waiting} isOpen={menu} onMenu={() => setMenu(!menu)} onFind={() => setPalette(true)} />
      <Suspense>
        {palette && <CommandPalette onClose={() => setPalette(false)} onHelp={() => setSheet(true)} />}
        {session?.ended && <SessionEnded />}
        {sheet && <ShortcutSheet open onClose={() => setSheet(false)} general={general} />}
      </Suspense>
    </div>
  );
}

const SkipLink = () => (
  <a
    href="#main"
    className="sr-only z-50 rounded-sm bg-accent px-3 py-2 text-on-accent focus:not-sr-only focus:fixed focus:top-2 focus:left-2"
  >
    Skip to content
  </a>
);

/** Announces a new page by focusing its heading. Changes of the query string do not move the focus. */
function useFocusAfterNavigation(): void {
  const path = useRouterState({ select: (state) => state.resolvedLocation?.pathname });
  const last = useRef(path);
  useEffect(() => {
    if (last.current === undefined || last.current === path) {
      last.current = path;
      return;
    }
    last.current = path;
    expectHeading();
  }, [path]);
}
