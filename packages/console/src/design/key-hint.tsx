/** Shows the key for an action. Hidden from screen readers, which have the list of shortcuts. */
export function KeyHint({ children }: { children: string }) {
  return (
    <kbd
      aria-hidden
      className="rounded-sm border border-current px-1 font-mono text-xs leading-4 opacity-75 max-sm:hidden pointer-coarse:hidden"
    >
      {children}
    </kbd>
  );
}
