import type { ReactNode } from 'react';
import styles from './library-screen.module.css';

/** Room for the tools of a shelf above its tiles, in rem. */
export const TOOLS_HEIGHT = 5;

/** What a shelf can be sorted by, and what helps with it, in one line above its tiles. */
export function ShelfTools({ children }: { children: ReactNode }) {
  return <div className={styles.tools}>{children}</div>;
}

/** The rest of the page, below the tools. */
export function ShelfBody({ children }: { children: ReactNode }) {
  return <div className={styles.shelf}>{children}</div>;
}
