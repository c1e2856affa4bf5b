import type { SubtitleSettings } from '#src/stores/settings-store.ts';
import styles from './subtitle-sample.module.css';

const LINES: Readonly<Record<string, string>> = {
  ko: '이렇게 보여요. 바람이 멈추기 전에 가요!',
  en: 'This is how it looks. Let’s go before the wind stops!',
};

/** How subtitles will look, over something bright. */
export function SubtitleSample({ subtitle }: { subtitle: SubtitleSettings }) {
  const { language, size, color, ground, position } = subtitle;
  return (
    <div className={styles.sample} role="img" aria-label="자막 미리 보기">
      <span className={styles.sun} />
      <span className={styles.hill} />
      {language === null ? (
        <span className={styles.off}>자막 끔</span>
      ) : (
        <p className={`${styles.line} ${styles[position]}`}>
          <span className={[styles[size], styles[color], styles[ground]].join(' ')}>
            {LINES[language] ?? LINES['ko']}
          </span>
        </p>
      )}
    </div>
  );
}
