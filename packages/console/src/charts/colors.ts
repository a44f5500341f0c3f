import { useEffect, useState } from 'react';
import { useTheme } from '../shell/theme.ts';

/** The present value of a colour token: a canvas does not know variables. */
export function readColor(token: string): string {
  const probe = document.createElement('span');
  probe.style.color = `var(--color-${token})`;
  document.body.append(probe);
  const { color } = getComputedStyle(probe);
  probe.remove();
  return color;
}

/** Six that are told apart in both themes; what is left over is grey. */
export const seriesTokens = [
  'accent',
  'chart-succeeded',
  'retry',
  'chart-in-flight',
  'cached',
  'chart-failed',
] as const;
export const OTHERS_TOKEN = 'chart-cancelled';

/** Changes when the colours do: by choice, or because the system went dark. */
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
