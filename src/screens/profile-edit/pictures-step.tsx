import type { ProfileImage } from '#contract/profiles.ts';
import { useBack } from '#src/focus/index.ts';
import { PictureWall, type PictureWallProps } from './picture-wall.tsx';
import styles from './profile-edit-screen.module.css';

export interface PicturesStepProps extends PictureWallProps {
  readonly images: readonly ProfileImage[];
  readonly onBack: () => void;
}

/** The step for choosing a picture. */
export function PicturesStep({ onBack, ...wall }: PicturesStepProps) {
  useBack(() => {
    onBack();
    return true;
  });
  return (
    <>
      <h1 className={styles.title}>어떤 그림으로 할까요?</h1>
      <div className={styles.wide}>
        <PictureWall {...wall} />
      </div>
    </>
  );
}
