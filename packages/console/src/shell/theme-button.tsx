import { Moon, Sun, SunMoon } from 'lucide-react';
import { IconButton } from '../design/button.tsx';
import { nextTheme, setTheme, type Theme, useTheme } from './theme.ts';

const icons: Record<Theme, typeof Sun> = { system: SunMoon, light: Sun, dark: Moon };

export function ThemeButton() {
  const theme = useTheme();
  const Icon = icons[theme];
  return (
    <IconButton
      label={`Theme: ${theme}. Switch to ${nextTheme(theme)}`}
      icon={<Icon size={16} aria-hidden />}
      onClick={() => setTheme(nextTheme(theme))}
    />
  );
}
