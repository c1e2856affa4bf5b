import type { ReactNode } from 'react';
import styles from './library-screen.module.css';

/** Height of a shelf's tools, in rem. */
export const TOOLS_HEIGHT = 5;

/** Sorting and hints of a shelf, in one line above its tiles. */
export function ShelfTools({ children }: { children: ReactNode }) {
  return <div className={styles.tools}>{children}</div>;
}

/** The part of the page below the tools. */
export function ShelfBody({ children }: { children: ReactNode }) {
  return <div className={styles.shelf}>{children}</div>;
}
