import { subtitleClassOf, subtitleTextClass } from '#src/features/playback/cues/subtitle-looks.ts';
import type { SubtitleSettings } from '#src/stores/settings-store.ts';
import styles from './subtitle-sample.module.css';

/** Each must fit on one line at the largest size, because the box has room for one. */
const LINES: Readonly<Record<string, string>> = {
  ko: '자막이 이렇게 보여요',
  en: 'This is how it looks',
};

/** A subtitle in the chosen style, over a bright picture. */
export function SubtitleSample({ subtitle }: { subtitle: SubtitleSettings }) {
  const { language, position } = subtitle;
  return (
    <div className={styles.sample} role="img" aria-label="자막 미리 보기">
      <span className={styles.sun} />
      <span className={styles.hill} />
      {language === null ? (
        <span className={styles.off}>자막 끔</span>
      ) : (
        <p className={`${styles.line} ${styles[position]} ${subtitleClassOf(subtitle)}`}>
          <span className={subtitleTextClass}>{LINES[language] ?? LINES['ko']}</span>
        </p>
      )}
    </div>
  );
}
