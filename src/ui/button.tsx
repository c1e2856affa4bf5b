import { useFocusLeaf, type FocusLeafOptions } from '#src/focus/index.ts';
import styles from './button.module.css';
import { Icon, type AnyIcon } from './icon.tsx';

export interface ButtonProps extends FocusLeafOptions {
  readonly label: string;
  readonly icon?: AnyIcon;
  readonly isPrimary?: boolean;
  readonly isBusy?: boolean;
  /** State of a toggle button; undefined for a plain button. */
  readonly isPressed?: boolean;
  /** The spoken label. Default: `label`. */
  readonly name?: string;
  /** The episode that it plays. */
  readonly plays?: number | undefined;
}

export function Button({
  label,
  icon,
  isPrimary = false,
  isBusy = false,
  isPressed,
  name,
  plays,
  ...leaf
}: ButtonProps) {
  const focusProps = useFocusLeaf(leaf);
  return (
    <div
      {...focusProps}
      role="button"
      data-plays={plays}
      aria-label={name ?? label}
      aria-pressed={isPressed}
      aria-busy={isBusy}
      className={`${styles.button} ${isPrimary ? styles.primary : ''}`}
    >
      {icon && <Icon name={icon} />}
      <span className={icon ? styles.labelAfterIcon : undefined}>{label}</span>
    </div>
  );
}
