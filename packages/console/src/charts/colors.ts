import { useEffect, useState } from 'react';
import { useTheme } from '../shell/theme.ts';

/** Returns the current value of a colour token, because a canvas does not know CSS variables. */
export function readColor(token: string): string {
  const probe = document.createElement('span');
  probe.style.color = `var(--color-${token})`;
  document.body.append(probe);
  const { color } = getComputedStyle(probe);
  probe.remove();
  return color;
}

/** Six colours that can be distinguished in both themes. Further series are grey. */
export const seriesTokens = [
  'chart-first',
  'chart-succeeded',
  'retry',
  'chart-in-flight',
  'cached',
  'chart-failed',
] as const;
export const OTHERS_TOKEN = 'chart-cancelled';

/** Changes with the colours: by choice, or because the system switched to dark. */
export function useColorScheme(): string {
  const theme = useTheme();
  const [isDark, setIsDark] = useState(() => matchMedia('(prefers-color-scheme: dark)').matches);
  useEffect(() => {
    const query = matchMedia('(prefers-color-scheme: dark)');
    const onChange = () => setIsDark(query.matches);
    query.addEventListener('change', onChange);
    return () => query.removeEventListener('change', onChange);
  }, []);
  return `${theme}-${isDark}`;
}
