import type { ReactNode } from 'react';
import styles from './page.module.css';

export interface PageProps {
  readonly title: string;
  /** A sentence beneath the title. */
  readonly text?: string | undefined;
  /** What can be chosen of what stands below. */
  readonly tools?: ReactNode;
  readonly children: ReactNode;
}

/** Where what stands below a page's head begins, and how much room it has, in rem. */
export const PAGE_BODY_TOP = 16.5;
export const PAGE_BODY_HEIGHT = 67.5 - PAGE_BODY_TOP;
/** Where text and tiles begin, right of the navigation. */
export const CONTENT_X = 12;

/** A title with choices above, and what they choose below. */
export function Page({ title, text, tools, children }: PageProps) {
  return (
    <>
      <div className={styles.head}>
        <h1 className={styles.title}>
          {title}
          {text && <span className={styles.text}>{text}</span>}
        </h1>
        <div className={styles.tools}>{tools}</div>
      </div>
      <div className={styles.body}>{children}</div>
    </>
  );
}
