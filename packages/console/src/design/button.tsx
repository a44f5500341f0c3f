import type { ButtonHTMLAttributes, ReactNode } from 'react';
import { cx } from './cx.ts';

type Variant = 'primary' | 'secondary' | 'quiet' | 'danger';
type Size = 'md' | 'sm' | 'icon';

const variants: Record<Variant, string> = {
  primary: 'bg-accent text-on-accent border-transparent hover:brightness-95',
  secondary: 'bg-raised text-text border-edge hover:bg-hover',
  quiet: 'bg-transparent text-muted border-transparent hover:bg-hover hover:text-text',
  danger: 'bg-danger text-on-danger border-transparent hover:opacity-90',
};
const sizes: Record<Size, string> = {
  md: 'h-8 px-3 gap-2',
  sm: 'h-6.5 px-2 gap-1.5 text-xs',
  icon: 'size-7 justify-center',
};

/** For links that look like buttons. */
export const buttonClass = (variant: Variant = 'secondary', size: Size = 'md'): string =>
  cx(
    'inline-flex shrink-0 items-center justify-center rounded-sm border font-medium whitespace-nowrap transition-colors select-none',
    'disabled:cursor-not-allowed disabled:opacity-55 aria-disabled:cursor-not-allowed aria-disabled:opacity-55',
    variants[variant],
    sizes[size],
  );

type ButtonProps = ButtonHTMLAttributes<HTMLButtonElement> & {
  variant?: Variant;
  size?: Size;
  /** Shows progress and disables the button. */
  busy?: boolean;
  icon?: ReactNode;
};

export function Button({ variant, size, busy, icon, className, children, disabled, ...props }: ButtonProps) {
  return (
    <button
      type="button"
      {...props}
      disabled={disabled || busy}
      aria-busy={busy || undefined}
      className={cx(buttonClass(variant, size), className)}
    >
      {icon}
      {children}
    </button>
  );
}

/** A button with only an icon. Its label is for screen readers and the tooltip. */
export function IconButton({ label, ...props }: ButtonProps & { label: string }) {
  return <Button variant="quiet" size="icon" aria-label={label} title={label} {...props} />;
}
