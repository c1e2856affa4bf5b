import type { ReactNode } from 'react';
import { Button } from 'react-aria-components';
import { messageOf } from '../lib/client.ts';
import { Problem } from './dialogs.tsx';
import { Submit } from './submit.tsx';

export interface SheetFormProps {
  /** The call that the form makes; absent where it only goes on to a question. */
  save?: { readonly error: unknown; readonly isPending: boolean };
  /** What is wrong, in place of the error of the call; empty for nothing. */
  problem?: string | null | undefined;
  /** Something is missing, so that the form cannot be sent. */
  isBlocked?: boolean;
  /** On the button that sends it. */
  verb: string;
  isDangerous?: boolean;
  /** The button that sends it has the focus. */
  autoFocus?: boolean;
  /** On the button that closes it. */
  cancel?: string;
  /** Leaves the check of the fields to the form. */
  noValidate?: boolean;
  onSubmit(): void;
  onClose(): void;
  children: ReactNode;
}

/** A form in a sheet, with what is wrong and the two buttons at its end. */
export function SheetForm(props: SheetFormProps) {
  const {
    save = { error: null, isPending: false },
    isBlocked = false,
    verb,
    isDangerous = false,
    cancel = '그만두기',
    onSubmit,
    onClose,
  } = props;
  return (
    <form
      className="stack"
      noValidate={props.noValidate}
      onSubmit={(event) => {
        event.preventDefault();
        if (!isBlocked) onSubmit();
      }}
    >
      {props.children}
      <Problem>{props.problem ?? (save.error ? messageOf(save.error) : null)}</Problem>
      <div className="actions">
        <Button className="button" onPress={onClose}>
          {cancel}
        </Button>
        <Submit
          className={isDangerous ? 'button danger' : 'button primary'}
          isPending={save.isPending || isBlocked}
          autoFocus={props.autoFocus ?? false}
        >
          {verb}
        </Submit>
      </div>
    </form>
  );
}

/** What somebody else has saved, beside the own change: lines of a name and a text. */
export const Comparison = ({
  title = '그사이 다른 사람이 바꿨어요.',
  lines,
}: {
  title?: string;
  lines: readonly (readonly [name: string, text: string])[];
}) => (
  <div className="compare" role="alert">
    <p>{title}</p>
    <dl>{lines.map(([name, text]) => [<dt key={name}>{name}</dt>, <dd key={`${name}/text`}>{text}</dd>])}</dl>
  </div>
);
