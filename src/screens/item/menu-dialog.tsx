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

/** Rows that large letters have room for, whose rows are higher; a list with fewer rows is lower. */
const LEAST_ROOM = 6;

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
      <OptionList focusKey={`${focusKey}/list`} visible={Math.max(LEAST_ROOM, shown.length)}>
        {shown}
      </OptionList>
    </DialogFrame>
  );
}
