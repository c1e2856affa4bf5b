import type { ReactNode } from 'react';
import { Picture } from '#src/ui/tile/picture.tsx';
import styles from './profile-edit-screen.module.css';

export interface EditLayoutProps {
  readonly title: string;
  readonly name: string;
  readonly imageUrl: string;
  readonly children: ReactNode;
}

/** A preview of the profile on the left, its settings on the right. */
export function EditLayout({ title, name, imageUrl, children }: EditLayoutProps) {
  return (
    <>
      <h1 className={styles.title}>{title}</h1>
      <div className={styles.preview} aria-hidden="true">
        <div className={styles.picture}>
          <Picture src={imageUrl} color="#3d3552" />
        </div>
        <p className={styles.name}>{name || '이름'}</p>
      </div>
      <div className={styles.options}>{children}</div>
    </>
  );
}
