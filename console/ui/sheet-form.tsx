import type { ReactNode } from 'react';
import { Button } from 'react-aria-components';
import { isConflict, messageOf } from '../lib/client.ts';
import { Comparison, type ComparisonProps } from './comparison.tsx';
import { Problem, useFresh, type Saved } from './dialogs.tsx';
import { Submit } from './submit.tsx';
import { showWrongTime } from './time-field.tsx';

export interface SheetFormProps {
  /** The call that the form makes; absent if the form only opens a confirmation. */
  save?: Saved;
  /** A problem that the form found itself; shown instead of the call's error. */
  problem?: string | null | undefined;
  /** Compares the form with what another operator saved meanwhile; null if nobody did. Shown instead of the call's error. */
  conflict?: ComparisonProps | null;
  /** A required input is missing, so the form cannot be sent. */
  isBlocked?: boolean;
  /** Label of the submit button; absent if another operator has already done what the form would do. */
  verb?: string | undefined;
  isDangerous?: boolean;
  /** Focuses the submit button. */
  autoFocus?: boolean;
  /** Turns off the browser's validation, for forms that check their fields themselves. */
  noValidate?: boolean;
  onSubmit(): void;
  /** Undefined while the form must not be closed. */
  onClose: (() => void) | undefined;
  children: ReactNode;
}

/** A form in a sheet that ends with a comparison or an error, a button that closes it and one that sends it. */
export function SheetForm(props: SheetFormProps) {
  const { save, problem, conflict = null, isBlocked = false, verb, isDangerous = false, onSubmit, onClose } = props;
  useFresh(save);
  const isCompared = conflict !== null && isConflict(save?.error);
  return (
    <form
      className="stack"
      noValidate={props.noValidate}
      onSubmit={(event) => {
        event.preventDefault();
        if (!isBlocked && !showWrongTime(event.currentTarget)) onSubmit();
      }}
    >
      {props.children}
      {conflict !== null && <Comparison {...conflict} />}
      <Problem>{problem ?? (save?.error && !isCompared ? messageOf(save.error) : null)}</Problem>
      <div className="actions">
        {onClose && (
          <Button className="button" onPress={onClose}>
            {verb === undefined ? '닫기' : conflict === null ? '그만두기' : '지금 상태로 두기'}
          </Button>
        )}
        {verb !== undefined && (
          <Submit
            className={isDangerous ? 'button danger' : 'button primary'}
            isPending={save?.isPending === true || isBlocked}
            autoFocus={props.autoFocus ?? false}
          >
            {verb}
          </Submit>
        )}
      </div>
    </form>
  );
}
