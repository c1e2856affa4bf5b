import type { SubtitleSettings } from '#src/stores/settings-store.ts';
import styles from './subtitle-looks.module.css';

type Look = Exclude<keyof SubtitleSettings, 'language' | 'isForDeaf'>;

/** Labels of the subtitle settings. */
export const subtitleLookNames: { readonly [L in Look]: Readonly<Record<SubtitleSettings[L], string>> } = {
  size: { small: '작게', medium: '보통', large: '크게', huge: '아주 크게' },
  color: { white: '흰색', yellow: '노란색', green: '초록색', purple: '보라색' },
  ground: { none: '없음', shade: '반투명', solid: '검은색' },
  position: { bottom: '아래', raised: '조금 위', top: '맨 위' },
};

/** Class of the block around lines with `subtitleTextClass`; the caller positions the block. */
export const subtitleClassOf = ({ size, color, ground }: SubtitleSettings): string =>
  [styles['subtitle'], styles[size], styles[color], styles[ground]].join(' ');

/** Class of one line in such a block. */
export const subtitleTextClass = styles['text'];
