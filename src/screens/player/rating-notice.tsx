import { useEffect, useState } from 'react';
import type { EpisodeDetail } from '#contract/catalogue.ts';
import { usePlaybackServices } from '#src/features/playback/playback-context.ts';
import { useReadable } from '#src/features/playback/use-playback.ts';
import { createRatingNotice, type Playback } from '#src/player/index.ts';
import { ageRule } from '#src/lib/age-rule.ts';
import styles from './rating-notice.module.css';

export interface RatingNoticeProps {
  readonly playback: Playback;
  readonly episode: EpisodeDetail;
  /** Something that needs the whole attention is over the picture. */
  readonly isCovered: boolean;
  /** A menu is open at the right edge. */
  readonly isBesideMenu: boolean;
}

/** The age rating and what it is for, over the picture at the start of a playback. It never has the focus. */
export function RatingNotice({ playback, episode, isCovered, isBesideMenu }: RatingNoticeProps) {
  const { clock } = usePlaybackServices();
  const [timer] = useState(() => createRatingNotice(clock));
  const shown = useReadable(timer);
  useEffect(() => {
    const { machine, adBreak } = playback;
    const follow = () => timer.setPlaying(machine.getState().state === 'playing' && adBreak.getState() === null);
    follow();
    const unsubscribes = [machine.subscribe(follow), adBreak.subscribe(follow)];
    return () => {
      unsubscribes.forEach((unsubscribe) => unsubscribe());
      timer.setPlaying(false);
    };
  }, [playback, timer]);

  const { content_rating: rating } = episode.item;
  const reasons = episode.rating_reasons ?? [];
  if (shown === null || isCovered) return null;
  return (
    <div
      className={`${styles.notice} ${isBesideMenu ? styles.besideMenu : ''}`}
      {...(shown === 'first' ? { role: 'status' } : { 'aria-hidden': true })}
    >
      <span className={styles.mark} data-rating={rating} aria-hidden="true">
        {rating === 'all' ? 'ALL' : rating}
      </span>
      <span className={styles.words}>
        {/* The space separates them for the voice guide. */}
        <span className={styles.rule}>{ageRule(rating)}</span>{' '}
        {reasons.length > 0 && <span className={styles.reasons}>{reasons.join(' · ')}</span>}
      </span>
    </div>
  );
}
