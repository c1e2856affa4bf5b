import type { Episode, EpisodeAccess } from '#contract/catalogue.ts';
import { minutesLabel } from '#src/lib/title-labels.ts';
import { watchState } from './watch-state.ts';

/** Watched part of the episode for its progress bar, or undefined without one. */
export function watchedPart(episode: Episode): number | undefined {
  const state = watchState(episode);
  switch (state.kind) {
    case 'new':
      return undefined;
    case 'begun':
      return state.part;
    case 'finished':
      return 1;
  }
}

/** `"12분 남음"`, `"다 봤어요"`, or the running time. */
export function watchLabel(episode: Episode): string {
  const state = watchState(episode);
  switch (state.kind) {
    case 'new':
      return minutesLabel(episode.running_time);
    case 'begun':
      return `${minutesLabel(state.leftSeconds)} 남음`;
    case 'finished':
      return '다 봤어요';
  }
}

/** The access rule, where it deserves a label. @param locked label of an episode without a right to it */
export function accessLabel({ type, needs }: EpisodeAccess, locked = '멤버십 필요'): string | undefined {
  switch (type) {
    case 'free':
      return '무료';
    case 'avod':
      return '광고 무료';
    case 'rental':
      return '대여 중';
    case 'own':
      return '소장';
    case 'locked':
      return needs === 'identity' ? '본인 확인 필요' : locked;
    case 'membership':
      return undefined;
  }
}
