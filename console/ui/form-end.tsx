import { Button } from 'react-aria-components';
import { isConflict, messageOf } from '#console/lib/client.ts';
import { Problem } from './dialogs.tsx';
import { Comparison } from './sheet-form.tsx';
import { Submit } from './submit.tsx';

export interface FormEndProps {
  readonly save: { readonly error: Error | null; readonly isPending: boolean };
  /** A problem that the form finds before it calls the server. */
  readonly problem: string | null | undefined;
  /** Whether the form creates something. */
  readonly isNew: boolean;
  /** The states to compare, by name, once somebody else has saved; null before. */
  readonly conflict: readonly (readonly [name: string, text: string])[] | null;
  readonly onClose: () => void;
}

/** The end of a form: a change of somebody else beside the own one, what is wrong, and the buttons. */
export function FormEnd({ save, problem, isNew, conflict, onClose }: FormEndProps) {
  const isShown = conflict !== null && isConflict(save.error);
  return (
    <>
      {conflict !== null && <Comparison lines={conflict} />}
      <Problem>{problem ?? (save.error && !isShown ? messageOf(save.error) : null)}</Problem>
      <div className="actions">
        <Button className="button" onPress={onClose}>
          {conflict ? '지금 상태로 두기' : '그만두기'}
        </Button>
        <Submit className="button primary" isPending={save.isPending}>
          {isNew ? '만들기' : conflict ? '그래도 내 변경 저장' : '저장'}
        </Submit>
      </div>
    </>
  );
}
