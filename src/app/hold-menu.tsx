import type { ReactNode } from 'react';
import type { HoldChoice } from '#src/focus/index.ts';
import { ChoiceDialog } from '#src/ui/dialog/choice-dialog.tsx';

interface HoldMenuProps {
  readonly choice: HoldChoice;
  readonly onClose: () => void;
}

/** Stands for a held OK: asks whether OK or its hold is meant (docs/decisions/227). */
function HoldMenu({ choice, onClose }: HoldMenuProps) {
  const [pressName, holdName] = choice.names;
  return (
    <ChoiceDialog
      focusKey="hold-menu"
      title="무엇을 할까요?"
      choices={[
        { value: 'press', label: pressName },
        { value: 'hold', label: holdName },
      ]}
      chosen={null}
      onChoose={(what) => {
        onClose();
        if (what === 'hold') choice.hold();
        else choice.press();
      }}
      onCancel={onClose}
    />
  );
}

export const drawHoldMenu = (choice: HoldChoice, onClose: () => void): ReactNode => (
  <HoldMenu choice={choice} onClose={onClose} />
);
