import type { ReactNode } from 'react';
import styles from './title-block.module.css';

export interface TitleBlockProps {
  readonly name: string;
  readonly facts: ReactNode;
  readonly text?: string;
  readonly isCompact?: boolean;
}

/** Name, facts and a few lines of text over art. */
export function TitleBlock({ name, facts, text, isCompact = false }: TitleBlockProps) {
  return (
    <div className={isCompact ? styles.compact : styles.large}>
      <h1 className={styles.name}>{name}</h1>
      <div className={styles.facts}>{facts}</div>
      {text && <p className={styles.text}>{text}</p>}
    </div>
  );
}
