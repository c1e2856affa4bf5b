import type { ReactNode } from 'react';

export interface SubmitProps {
  className: string;
  isPending: boolean;
  autoFocus?: boolean;
  children: ReactNode;
}

/**
 * Sends a form, once at a time. Enter in a field presses it too. It keeps the focus while it waits, so it is not `disabled`;
 * the library's own pending button leaves an unnamed announcement behind when its dialog closes.
 */
export const Submit = ({ className, isPending, autoFocus = false, children }: SubmitProps) => (
  <button
    type="submit"
    className={className}
    autoFocus={autoFocus}
    aria-disabled={isPending || undefined}
    data-pending={isPending || undefined}
    onClick={(event) => {
      if (isPending) event.preventDefault();
    }}
  >
    {children}
  </button>
);
