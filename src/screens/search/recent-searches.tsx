import * as z from 'zod/mini';
import { FocusGroup } from '#src/focus/index.ts';
import { useProfileStored } from '#src/stores/profile-stored.ts';
import { holdHint, holdSentence } from '#src/lib/hold-hint.ts';
import { useSettings } from '#src/stores/stores-context.ts';
import { Chip } from './chip.tsx';
import styles from './search-screen.module.css';

/** This many chips fit in one line, the longest ones cut. */
const MOST_SEARCHES = 5;
const schema = z.array(z.string());
const NONE: string[] = [];

/** The profile's searches on this television, the newest first. */
export function useRecentSearches() {
  const [searches, save] = useProfileStored('recent-searches', schema, NONE);
  return {
    searches,
    add: (text: string) => save([text, ...searches.filter((known) => known !== text)].slice(0, MOST_SEARCHES)),
    remove: (text: string) => save(searches.filter((known) => known !== text)),
    clear: () => save(NONE),
  };
}

export interface RecentSearchesProps {
  readonly searches: readonly string[];
  readonly onChoose: (text: string) => void;
  readonly onRemove: (text: string) => void;
  readonly onClear: () => void;
}

export function RecentSearches({ searches, onChoose, onRemove, onClear }: RecentSearchesProps) {
  const isSingle = useSettings(({ settings }) => settings.singlePresses);
  return (
    <div className={styles.recent}>
      <h2 className={styles.heading}>
        최근 검색<span className={styles.hint}>{holdSentence(isSingle, '하나씩 지워요')}</span>
      </h2>
      <FocusGroup focusKey="search/recent" axis="row" className={styles.chips}>
        {searches.map((text) => (
          <Chip
            key={text}
            focusKey={`search/recent/${text}`}
            text={text}
            label={`최근 검색 ${text}, ${holdHint(isSingle, '지워요')}`}
            onPress={() => onChoose(text)}
            onHold={() => onRemove(text)}
          />
        ))}
        <Chip focusKey="search/clear" text="모두 지우기" label="최근 검색 모두 지우기" onPress={onClear} isQuiet />
      </FocusGroup>
    </div>
  );
}
