import { useFocusLeaf } from '#src/focus/index.ts';
import styles from './placeholder.module.css';

/** Has the focus while content loads; keys pressed on it wait for the content. */
export function Placeholder({ focusKey, className }: { focusKey: string; className?: string | undefined }) {
  const focusProps = useFocusLeaf({ focusKey, isPlaceholder: true });
  return (
    <div
      {...focusProps}
      role="status"
      aria-label="불러오는 중이에요"
      className={`${styles.placeholder} ${className ?? ''}`}
    />
  );
}
