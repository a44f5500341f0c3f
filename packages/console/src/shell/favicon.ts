import { useEffect } from 'react';
import type { Connection } from '../data/connection.ts';
import { MARK_DOT, MARK_PATHS } from './mark-paths.ts';

export type FaviconState = 'calm' | 'waiting' | 'away';

/** A disc if something waits for the person, a square if the server does not answer: shapes differ, not only colours. */
const signs: Record<FaviconState, string> = {
  calm: '',
  waiting: '<circle cx="24" cy="8" r="7" fill="#f59e0b" stroke="#fff" stroke-width="2"/>',
  away: '<path d="M18 1h13v13H18z" fill="#dc2626" stroke="#fff" stroke-width="2"/>',
};

export const stateOf = (connection: Connection, waiting: number): FaviconState =>
  connection !== 'live' ? 'away' : waiting > 0 ? 'waiting' : 'calm';

/** The icon of the tab in this state, as an address. */
export function faviconOf(state: FaviconState): string {
  const { cx, cy, r, fill } = MARK_DOT;
  const lines = MARK_PATHS.map((path) => `<path d="${path}"/>`).join('');
  const svg = `<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 32 32"><rect width="32" height="32" rx="9" fill="#1b1a17"/><g fill="none" stroke="#fff" stroke-width="3" stroke-linecap="round" stroke-linejoin="round">${lines}</g><circle cx="${cx}" cy="${cy}" r="${r}" fill="${fill}"/>${signs[state]}</svg>`;
  return `data:image/svg+xml,${encodeURIComponent(svg)}`;
}

/** Shows in the tab whether something waits for this person, or whether the server is away. */
export function useFavicon(state: FaviconState): void {
  useEffect(() => {
    const link = document.querySelector<HTMLLinkElement>('link[rel="icon"]');
    if (link === null) return;
    link.href = faviconOf(state);
    link.dataset.state = state;
  }, [state]);
}
