import type { ItemSummary } from '#contract/catalogue.ts';
import { FocusGroup } from '#src/focus/index.ts';
import { letterScales } from '#src/lib/letters.ts';
import { useSettings } from '#src/stores/stores-context.ts';
import { Chip } from './chip.tsx';
import { chipsThatFit } from './chips-that-fit.ts';
import styles from './search-screen.module.css';

export interface NothingFoundProps {
  readonly keyword: string;
  /** Titles with the nearest names. */
  readonly nearest: readonly ItemSummary[];
  readonly onOpenItem: (itemId: number) => void;
}

/** Says that a search finds nothing, and leads to the titles with the nearest names. */
export function NothingFound({ keyword, nearest, onOpenItem }: NothingFoundProps) {
  const scale = useSettings(({ settings }) => letterScales[settings.letters]);
  const isNear = nearest.length > 0;
  return (
    <>
      <p className={styles.nothing} role="status">
        <span className={styles.query}>‘{keyword}</span>’에 맞는 작품이 없어요
        <span className={styles.hint}>
          {isNear ? '이름이 비슷한 작품이에요' : 'ㅂㄹ처럼 초성으로도 찾을 수 있어요'}
        </span>
      </p>
      {isNear && (
        <div className={styles.nearest}>
          <FocusGroup focusKey="search/nearest" axis="row" className={styles.line}>
            {chipsThatFit(nearest, nearest.length, ({ name }) => ({ text: name }), scale).map(({ id, name }) => (
              <Chip
                key={id}
                focusKey={`search/nearest/${id}`}
                text={name}
                label={`혹시 이 작품인가요? ${name}`}
                onPress={() => onOpenItem(id)}
              />
            ))}
          </FocusGroup>
        </div>
      )}
    </>
  );
}
