import type { ReactNode } from 'react';
import styles from './page.module.css';

export interface PageProps {
  readonly title: string;
  /** A sentence beneath the title. */
  readonly text?: string | undefined;
  /** Controls for the content below. */
  readonly tools?: ReactNode;
  readonly children: ReactNode;
}

/** Top and height of the content below the page's head, in rem. */
export const PAGE_BODY_TOP = 16.5;
export const PAGE_BODY_HEIGHT = 67.5 - PAGE_BODY_TOP;
/** Left edge of text and tiles, right of the navigation. */
export const CONTENT_X = 12;

/** A page with title and tools above its content. */
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
