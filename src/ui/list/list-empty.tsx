import { Button } from '#src/ui/button.tsx';
import styles from './list-message.module.css';

/** Says that a list is empty, and what the viewer can do. */
export interface EmptyText {
  readonly title: string;
  readonly text: string;
}

export interface ListEmptyProps extends EmptyText {
  /** Asks for the list again, by a button that has the list's focus key; absent where the list is never asked for. */
  readonly again?: { readonly focusKey: string; readonly isBusy: boolean; run(): void };
}

/** Shown instead of an empty list. */
export function ListEmpty({ title, text, again }: ListEmptyProps) {
  return (
    <div className={styles.message} role="status">
      <p className={styles.title}>{title}</p>
      <p className={styles.text}>{text}</p>
      {again && (
        <div className={styles.button}>
          <Button focusKey={again.focusKey} label="다시 확인" icon="retry" isBusy={again.isBusy} onPress={again.run} />
        </div>
      )}
    </div>
  );
}
