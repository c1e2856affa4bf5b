import type { ReactNode } from 'react';

export interface SubmitProps {
  className: string;
  isPending: boolean;
  autoFocus?: boolean;
  children: ReactNode;
}

/**
 * A submit button that ignores presses while a call is pending. It is not `disabled`, which would lose the focus;
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
