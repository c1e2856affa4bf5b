import { useQuery } from '@tanstack/react-query';
import { useApi } from '#src/api/api-context.ts';
import { itemList, searchList } from '#src/api/lists.ts';
import { BrowseScreen } from '#src/features/navigation/browse-screen.tsx';
import { usePlayItem } from '#src/features/episodes/use-play-item.ts';
import { FocusGroup, useFocusMove, usePlaceState, type Place } from '#src/focus/index.ts';
import { useRested } from '#src/lib/use-rested.ts';
import { Keyboard, TypedText } from '#src/ui/keyboard/index.ts';
import { RecentSearches, useRecentSearches } from './recent-searches.tsx';
import { SearchResults } from './search-results.tsx';
import styles from './search-screen.module.css';

export interface SearchScreenProps {
  readonly place: Place;
  readonly onOpenItem: (itemId: number) => void;
  readonly onPlay: (episodeId: number) => void;
}

/** The server is asked when nothing was typed for so long, in ms. */
const ASK_AFTER_MS = 250;
const MAX_LENGTH = 30;
/** Upper edge of what stands beside the keyboard, and what a heading and the recent searches take of it, in rem. */
const TOP = 4;
const HEADING = 4;
const RECENT = 12;

/** A keyboard on the left; on the right what fits, as one types. */
export function SearchScreen({ place, onOpenItem, onPlay }: SearchScreenProps) {
  const api = useApi();
  const moveFocus = useFocusMove();
  const playItem = usePlayItem(onPlay, onOpenItem);
  const recent = useRecentSearches();
  const [text, setText] = usePlaceState(place, 'text', '');
  const [keyword, tellKeyword] = useRested(text.trim(), ASK_AFTER_MS);
  /** Whose results are shown: they stay until the next ones are there. */
  const [shown, show] = usePlaceState(place, 'shown', text.trim());
  const next = useQuery(firstPage(keyword === '' ? null : searchList(api, keyword)));
  const isAnswered = keyword === '' || next.isSuccess || next.isError;
  if (keyword !== shown && isAnswered) show(keyword);

  const type = (value: string) => {
    setText(value);
    tellKeyword(value.trim());
  };
  const keep = () => {
    if (text.trim() !== '') recent.add(text.trim());
  };
  const actions = {
    onOpenItem(itemId: number) {
      keep();
      onOpenItem(itemId);
    },
    onPlayItem: playItem,
  };
  /** What is shown is not of what is typed. */
  const isAsking = text.trim() !== shown;
  const isRecentShown = shown === '' && recent.searches.length > 0;
  const isNothing = shown !== '' && shown === keyword && next.data?.count === 0;
  const resultsKey = shown === '' || isNothing ? 'search/popular' : `search/results-${shown}`;
  const top = TOP + (isRecentShown ? RECENT : 0) + (isNothing ? HEADING * 2 : 0);

  return (
    <BrowseScreen name="search" area="search" place={place} initialKey="search/keyboard">
      <FocusGroup focusKey="search/columns" axis="row">
        <div className={styles.typing} aria-busy={isAsking}>
          <TypedText label="검색어" value={text} placeholder="제목, 초성, 장르, 태그, 성우" />
          <div className={styles.keyboard}>
            <Keyboard
              focusKey="search/keyboard"
              value={text}
              onChange={type}
              onDone={() => {
                keep();
                moveFocus(resultsKey);
              }}
              layers={LAYERS}
              doneLabel="결과 보기"
              maxLength={MAX_LENGTH}
              exits={EXITS}
              pitch={4.5}
            />
          </div>
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
          {isNothing && (
            <p className={styles.nothing} role="status">
              ‘{shown}’에 맞는 작품이 없어요
              <span className={styles.hint}>ㅂㄹ처럼 초성으로도 찾을 수 있어요</span>
            </p>
          )}
          <SearchResults
            key={resultsKey}
            focusKey={resultsKey}
            place={place}
            list={resultsKey === 'search/popular' ? itemList(api, { sorting: 'popular' }) : searchList(api, shown)}
            heading={(count) =>
              resultsKey === 'search/popular'
                ? '지금 인기 있는 작품'
                : `‘${shown}’ 검색 결과${count === undefined ? '' : ` ${count}개`}`
            }
            height={67.5 - top - HEADING}
            {...actions}
          />
        </FocusGroup>
      </FocusGroup>
    </BrowseScreen>
  );
}

const LAYERS = ['hangul', 'latin', 'symbols'] as const;
const EXITS = ['left', 'right'] as const;

/** The first page of a list, as it is asked for where the list is drawn; asking for the next drops what is on its way. */
const firstPage = (list: ReturnType<typeof searchList> | null) => ({
  queryKey: list ? [...list.key, { offset: 0 }] : ['items', 'search', ''],
  queryFn: ({ signal }: { signal: AbortSignal }) => (list ? list.load(0, signal) : Promise.resolve(null)),
  enabled: list !== null,
});
