import type { ItemSummary } from '#contract/catalogue.ts';
import { FocusGroup } from '#src/focus/index.ts';
import { Chip } from './chip.tsx';
import styles from './search-screen.module.css';

export interface NearestTitlesProps {
  readonly titles: readonly ItemSummary[];
  readonly onOpenItem: (itemId: number) => void;
}

/** When a search finds nothing: the titles with the nearest names. */
export function NearestTitles({ titles, onOpenItem }: NearestTitlesProps) {
  return (
    <FocusGroup focusKey="search/nearest" axis="row" className={styles.chips}>
      {titles.map(({ id, name }) => (
        <Chip
          key={id}
          focusKey={`search/nearest/${id}`}
          text={name}
          label={`혹시 이 작품인가요? ${name}`}
          onPress={() => onOpenItem(id)}
        />
      ))}
    </FocusGroup>
  );
}
