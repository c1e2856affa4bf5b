import { useQueryClient } from '@tanstack/react-query';
import { useCallback, useMemo, useRef, useState, type ReactNode } from 'react';
import type { Episode } from '#contract/catalogue.ts';
import type { EpisodeSort, Season } from '#src/api/catalogue.ts';
import { useApi } from '#src/api/client/api-context.ts';
import { useVisitState, type VisitMemory, type WallHandle } from '#src/focus/index.ts';
import { countLabel } from '#src/lib/labels.ts';
import { useToasts } from '#src/stores/stores-context.ts';
import { laterIcons } from '#src/ui/later-icons.ts';
import { chipsOf, hundredAt } from './episode-number.ts';
import type { EpisodeTool } from './episode-tools-row.tsx';
import {
  findEpisodeIndex,
  loadEpisodePage,
  wantedByNumber,
  wantedByOrder,
  wantedEpisode,
  type WantedEpisode,
} from './find-episode.ts';
import { NumberDialog } from './number-dialog.tsx';

/** Titles with more episodes than this are searched by a number: fewer are seen at a glance. */
const MANY = 20;

const NO_SEASONS: readonly Season[] = [];

export interface EpisodeBrowserOptions {
  readonly itemId: number;
  readonly sort: EpisodeSort;
  readonly count: number;
  /** Seasons within the title, in the oldest order. */
  readonly seasons?: readonly Season[] | undefined;
  /** The highest number of an episode, as far as it is known. */
  readonly last: number;
  /** Key of the row of episodes. */
  readonly rowKey: string;
  /** The episode to which the row's name leads back; null without episodes. */
  readonly home: Episode | null;
  /** Index at which the row begins. */
  readonly begin: number;
  readonly reach: (index: number) => void;
  /** Changes the order; without it there is one. */
  readonly onSort?: ((sort: EpisodeSort) => void) | undefined;
  /** The order that the viewer wants: its label says the other one. */
  readonly wantedSort?: EpisodeSort;
  readonly visit: VisitMemory;
}

export interface EpisodeBrowser {
  /** Of the wall that shows the row. */
  readonly wall: { current: WallHandle | null };
  /** The tiles above the row; empty where one episode is all. */
  readonly tools: readonly EpisodeTool[];
  /** Called with each move of the wall. */
  follow(rowKey: string, index: number): void;
  /** Returns whether it used a digit key. */
  pressDigit(key: string): boolean;
  /** Focuses the episode to which the row's name leads. */
  goHome(): void;
  /** Whether there are so many that a way back is worth a key. */
  readonly isLong: boolean;
  readonly dialog: ReactNode;
}

/** Ways through a long list of episodes: by number, by hundreds, and back to the viewer's. */
export function useEpisodeBrowser(options: EpisodeBrowserOptions): EpisodeBrowser {
  const {
    itemId,
    sort,
    count,
    seasons = NO_SEASONS,
    last,
    rowKey,
    home,
    begin,
    reach,
    onSort,
    wantedSort = sort,
    visit,
  } = options;
  const wall = useRef<WallHandle | null>(null);
  const chips = useMemo(() => chipsOf(count, sort, seasons), [count, sort, seasons]);
  const [place, setPlace] = useVisitState(visit, 'episode-hundred', { rowKey, hundred: hundredAt(chips, begin) });
  const hundred = place.rowKey === rowKey ? place.hundred : 0;
  const { goTo, goToIndex } = useGoTo({ itemId, sort, rowKey, reach, wall });
  const [number, setNumber] = useState<{ readonly digit: string | null } | null>(null);
  const goHome = useCallback(() => {
    if (home) void goTo([wantedEpisode(home)], '');
  }, [goTo, home]);

  const isLong = count > MANY;
  const tools = useMemo((): readonly EpisodeTool[] => {
    if (count <= 1) return [];
    const name = `회차 ${countLabel(count)}개`;
    const toHome = home ? `${home.episode_num}로` : undefined;
    return [
      {
        key: 'home',
        label: name,
        ...(toHome === undefined ? {} : { focusedLabel: toHome, name: `${name}, ${toHome} 가기` }),
        isHeading: true,
        onPress: goHome,
      },
      ...(onSort
        ? [
            {
              key: 'sort',
              label: wantedSort === 'oldest' ? '최신 화부터' : '첫 화부터',
              name: wantedSort === 'oldest' ? '최신 화부터 보기' : '첫 화부터 보기',
              icon: laterIcons.sort,
              onPress: () => onSort(wantedSort === 'oldest' ? 'latest' : 'oldest'),
            },
          ]
        : []),
      ...(isLong ? [{ key: 'number', label: '번호로 찾기', onPress: () => setNumber({ digit: null }) }] : []),
      ...chips.map(({ label, first, isSeason }, index) => ({
        key: `hundred:${label}`,
        label,
        name: isSeason ? label : `${label}화`,
        isChosen: index === hundred,
        onPress: () => goToIndex(first),
      })),
    ];
  }, [count, isLong, chips, hundred, home, goHome, goToIndex, onSort, wantedSort]);

  const follow = useCallback(
    (movedKey: string, index: number) => {
      if (movedKey !== rowKey) return;
      reach(index);
      const now = hundredAt(chips, index);
      if (chips.length === 0 || (now === hundred && place.rowKey === rowKey)) return;
      setPlace({ rowKey, hundred: now });
      wall.current?.place(EPISODE_TOOLS, tools.length - chips.length + now, false);
    },
    [rowKey, reach, chips, hundred, place.rowKey, setPlace, tools.length],
  );

  return {
    wall,
    tools,
    follow,
    goHome,
    isLong,
    pressDigit(key) {
      if (!/^[0-9]$/.test(key) || count <= 1) return false;
      if (key !== '0') setNumber({ digit: key });
      return true;
    },
    dialog: number && (
      <NumberDialog
        last={Math.max(last, count)}
        digit={number.digit}
        onEnter={(wanted) => {
          setNumber(null);
          void goTo([wantedByNumber(wanted), wantedByOrder(wanted)], `${wanted}화를 찾지 못했어요.`);
        }}
        onClose={() => setNumber(null)}
      />
    ),
  };
}

/** Key of the row above the episodes. */
export const EPISODE_TOOLS = 'episode-tools';

/** Where the wall begins: at an episode, with its hundred chosen above. */
export function beginAt(rowKey: string, tileKey: string | null, tools: readonly EpisodeTool[]) {
  const chosen = tools.find(({ isChosen }) => isChosen) ?? tools[1];
  return {
    rowKey,
    tileKeys: {
      ...(tileKey === null ? {} : { [rowKey]: tileKey }),
      ...(chosen ? { [EPISODE_TOOLS]: chosen.key } : {}),
    },
  };
}

interface GoToOptions extends Pick<EpisodeBrowserOptions, 'itemId' | 'sort' | 'rowKey' | 'reach'> {
  readonly wall: { readonly current: WallHandle | null };
}

function useGoTo({ itemId, sort, rowKey, reach, wall }: GoToOptions) {
  const api = useApi();
  const queryClient = useQueryClient();
  const tell = useToasts((toasts) => toasts.show);
  /** A later wish replaces an earlier one that still loads. */
  const latest = useRef(0);
  const goToIndex = useCallback(
    (index: number) => {
      latest.current += 1;
      reach(index);
      wall.current?.place(rowKey, index, true);
    },
    [reach, rowKey, wall],
  );
  const goTo = useCallback(
    async (choices: readonly WantedEpisode[], missing: string) => {
      latest.current += 1;
      const turn = latest.current;
      try {
        const load = loadEpisodePage(api, queryClient, itemId, sort);
        let index: number | null = null;
        for (const wanted of choices) index = index ?? (await findEpisodeIndex(load, wanted, sort));
        if (latest.current !== turn) return;
        if (index !== null) goToIndex(index);
        else if (missing) tell(missing);
      } catch {
        if (latest.current === turn) tell('회차를 불러오지 못했어요. 다시 시도해 주세요.');
      }
    },
    [api, queryClient, itemId, sort, goToIndex, tell],
  );
  return { goTo, goToIndex };
}
