import type { ReactNode } from 'react';
import { DialogFrame } from '#src/ui/dialog/dialog-frame.tsx';
import { OptionList } from '#src/ui/dialog/option-list.tsx';
import styles from './item-stage.module.css';

export interface MenuDialogProps {
  readonly focusKey: string;
  readonly title: string;
  /** `OptionRow`s; what is not offered is left out. */
  readonly rows: readonly ReactNode[];
  readonly onBack: () => void;
}

/** Menu of a title or an episode, one row for each action. */
export function MenuDialog({ focusKey, title, rows, onBack }: MenuDialogProps) {
  const shown = rows.filter(Boolean);
  return (
    <DialogFrame
      focusKey={focusKey}
      label={title}
      preferredKey={`${focusKey}/list`}
      onBack={() => {
        onBack();
        return true;
      }}
    >
      <h2 className={styles.menuTitle}>{title}</h2>
      <OptionList focusKey={`${focusKey}/list`} visible={shown.length}>
        {shown}
      </OptionList>
    </DialogFrame>
  );
}
