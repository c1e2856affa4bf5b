import type { EpisodeDetail } from '#contract/catalogue.ts';
import { episodeName } from '#src/lib/title-labels.ts';
import { Picture } from '#src/ui/tile/picture.tsx';
import styles from './failed-art.module.css';

/** What could not be played, behind the message about it: instead of a black screen. */
export function FailedArt({ episode }: { episode: EpisodeDetail }) {
  const { item } = episode;
  return (
    <>
      <div className={styles.art} style={{ backgroundColor: item.color }}>
        <Picture src={item.images.wide} color={item.color} />
      </div>
      <p className={styles.name}>
        {item.name}
        <span className={styles.episode}>{episodeName(episode)}</span>
      </p>
    </>
  );
}
