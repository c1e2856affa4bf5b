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
    const verb = resume.offset > 0 ? '이어보기' : '재생';
    return { label: `${resume.episode_num} ${verb}`, episodeId: resume.episode_id };
  }
  const next = episodes.find((episode) => watchState(episode).kind !== 'finished') ?? episodes[0];
  if (!next) return null;
  const isAgain = watchState(next).kind === 'finished';
  return { label: isAgain ? `${next.episode_num} 다시 보기` : `${next.episode_num} 재생`, episodeId: next.id };
}
