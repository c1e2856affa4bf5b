import { useQuery } from '@tanstack/react-query';
import { useApi } from '#src/api/client/api-context.ts';
import { searchList } from '#src/api/search.ts';
import { NavigationScreen } from '#src/features/navigation/navigation-screen.tsx';
import { usePlayItem } from '#src/features/episodes/use-play-item.ts';
import { FocusGroup, useFocusMove, useVisitState, type VisitMemory } from '#src/focus/index.ts';
import { useRested } from '#src/lib/use-rested.ts';
import { Keyboard, TypedText, type LayerName } from '#src/ui/keyboard/index.ts';
import { PhoneField } from '#src/ui/form/phone-field.tsx';
import type { ChosenSubject } from './chosen-subject.ts';
import { foundOf } from './found-of.ts';
import { Found } from './found.tsx';
import { RecentSearches, useRecentSearches } from './recent-searches.tsx';
import styles from './search-screen.module.css';

export interface SearchScreenProps {
  readonly visit: VisitMemory;
  readonly onOpenItem: (itemId: number) => void;
  readonly onPlay: (episodeId: number) => void;
}

/** Debounce of the query while the viewer types, in ms. */
const ASK_AFTER_MS = 250;
const MAX_LENGTH = 30;
/** Top of the results column, and height of the recent searches, in rem. */
const TOP = 4;
const RECENT = 12;

/** A keyboard on the left; results on the right, while the viewer types. */
export function SearchScreen({ visit, onOpenItem, onPlay }: SearchScreenProps) {
  const api = useApi();
  const moveFocus = useFocusMove();
  const playItem = usePlayItem(onPlay, onOpenItem);
  const recent = useRecentSearches();
  const [text, setText] = useVisitState(visit, 'text', '');
  const [layer, setLayer] = useVisitState<LayerName>(visit, 'layer', LAYERS[0]);
  const [keyword, tellKeyword] = useRested(text.trim(), ASK_AFTER_MS);
  /** The keyword of the shown results; they stay until the next answer. */
  const [shown, show] = useVisitState(visit, 'shown', text.trim());
  const next = useQuery(firstPage(keyword === '' ? null : searchList(api, keyword)));
  const isAnswered = keyword === '' || next.isSuccess || next.isError;
  if (keyword !== shown && isAnswered) show(keyword);

  /** What the results are about, instead of the text. */
  const [about, setAbout] = useVisitState<ChosenSubject | null>(visit, 'about', null);
  const type = (value: string) => {
    setText(value);
    setAbout(null);
    tellKeyword(value.trim());
  };
  const save = () => {
    if (text.trim() !== '') recent.add(text.trim());
  };
  const actions = {
    onOpenItem(itemId: number) {
      save();
      onOpenItem(itemId);
    },
    onPlayItem: playItem,
  };
  /** Whether the shown results are stale. */
  const isAsking = text.trim() !== shown;
  const isRecentShown = shown === '' && recent.searches.length > 0;
  const answer = useQuery(firstPage(shown === '' ? null : searchList(api, shown))).data;
  const found = foundOf({ api, shown, isCurrent: shown === keyword, about, answer });

  const showResults = () => {
    save();
    moveFocus(found.results.key);
  };

  return (
    <NavigationScreen name="search" area="search" visit={visit} initialKey="search/keyboard">
      <FocusGroup focusKey="search/columns" axis="row">
        <div className={styles.typing} aria-busy={isAsking}>
          <TypedText label="검색어" value={text} placeholder="제목, 초성, 성우, 제작사, 회차" />
          <div className={styles.keyboard}>
            <Keyboard
              focusKey="search/keyboard"
              value={text}
              onChange={type}
              onDone={showResults}
              layers={LAYERS}
              layer={layer}
              onLayer={setLayer}
              doneLabel="결과 보기"
              maxLength={MAX_LENGTH}
              exits={EXITS}
              pitch={4.5}
            />
          </div>
          <PhoneField
            name="검색어"
            kind="search"
            value={text}
            maxLength={MAX_LENGTH}
            doneLabel="찾기"
            problem={null}
            onChange={type}
            onDone={showResults}
            shape="row"
            className={styles.phone}
          />
        </div>
        <FocusGroup
          focusKey="search/beside"
          axis="column"
          className={`${styles.results} ${isAsking ? styles.old : ''}`}
        >
          {isRecentShown && (
            <RecentSearches
              searches={recent.searches}
              onChoose={type}
              onRemove={recent.remove}
              onClear={recent.clear}
            />
          )}
          <Found
            found={found}
            visit={visit}
            top={TOP + (isRecentShown ? RECENT : 0)}
            about={about}
            onAbout={(subject) => {
              save();
              setAbout(subject);
            }}
            onPlay={(episodeId) => {
              save();
              onPlay(episodeId);
            }}
            {...actions}
          />
        </FocusGroup>
      </FocusGroup>
    </NavigationScreen>
  );
}

const LAYERS = ['hangul', 'latin', 'symbols'] as const;
const EXITS = ['left', 'right'] as const;

/** The same query as the grid's first page, so that both share one answer. A new keyword aborts the pending call. */
const firstPage = (list: ReturnType<typeof searchList> | null) => ({
  queryKey: list ? [...list.key, { offset: 0 }] : ['items', 'search', ''],
  queryFn: ({ signal }: { signal: AbortSignal }) => (list ? list.load(0, signal) : Promise.resolve(null)),
  enabled: list !== null,
});
