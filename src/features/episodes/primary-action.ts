import type { Episode, Item } from '#contract/catalogue.ts';
import { watchState } from './episode-labels.ts';

export interface PrimaryAction {
  /** Says what pressing does: `"3화 이어보기"`, `"1화 재생"`. */
  readonly label: string;
  readonly episodeId: number;
}

/**
 * What a viewer most likely wants of a title: go on where they stopped, else the first episode they have not seen, else
 * the first one again. Null when there is nothing to play yet.
 */
export function primaryAction(item: Pick<Item, 'my'>, episodes: readonly Episode[]): PrimaryAction | null {
  const { resume } = item.my;
  if (resume) {
    const episode = episodes.find(({ id }) => id === resume.episode_id);
    if (episode && isLocked(episode)) return lockedAction(episode);
    const verb = resume.offset > 0 ? '이어보기' : '재생';
    return { label: `${resume.episode_num} ${verb}`, episodeId: resume.episode_id };
  }
  const next = episodes.find((episode) => watchState(episode).kind !== 'finished') ?? episodes[0];
  if (!next) return null;
  if (isLocked(next)) return lockedAction(next);
  const isAgain = watchState(next).kind === 'finished';
  return { label: isAgain ? `${next.episode_num} 다시 보기` : `${next.episode_num} 재생`, episodeId: next.id };
}

const isLocked = ({ access }: Episode) => access.type === 'locked';

/** Promises nothing that the server will refuse; pressed, it tells what is needed. */
const lockedAction = ({ id, episode_num }: Episode): PrimaryAction => ({
  label: `${episode_num} · 이용권 필요`,
  episodeId: id,
});
