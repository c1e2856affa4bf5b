import { useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { useApi } from '#src/api/client/api-context.ts';
import { itemFiltersQuery } from '#src/api/item-filters.ts';
import { itemList, type ItemSorting } from '#src/api/lists.ts';
import { NavigationScreen } from '#src/features/navigation/navigation-screen.tsx';
import { usePlayItem } from '#src/features/episodes/use-play-item.ts';
import { ItemList } from '#src/features/items/item-list.tsx';
import { FocusGroup, useVisitState, type VisitMemory } from '#src/focus/index.ts';
import { Button } from '#src/ui/button.tsx';
import { Page } from '#src/ui/page/page.tsx';
import styles from './browse-screen.module.css';
import { ChoiceGridDialog, choiceMemory, type GridChoice } from './choice-grid-dialog.tsx';
import { MissingChoicesDialog } from './missing-choices-dialog.tsx';
import { filterOfTracks, trackChoices } from './track-choices.ts';

export interface BrowseScreenProps {
  readonly visit: VisitMemory;
  readonly onOpenItem: (itemId: number) => void;
  readonly onPlay: (episodeId: number) => void;
}

interface Filter {
  readonly genre: string;
  readonly year: string;
  readonly tracks: string;
  readonly sorting: ItemSorting;
}

/** The choice without a filter. */
const ALL = 'all';
const SORTINGS: readonly { id: ItemSorting; label: string }[] = [
  { id: 'popular', label: '인기순' },
  { id: 'recent', label: '최신순' },
  { id: 'rating', label: '별점순' },
  { id: 'name', label: '이름순' },
];

const choicesKey = (part: keyof Filter) => `browse/choices-${part}`;

/** All titles, filtered by genre, year and tracks, in a chosen order. */
export function BrowseScreen({ visit, onOpenItem, onPlay }: BrowseScreenProps) {
  const api = useApi();
  const playItem = usePlayItem(onPlay, onOpenItem);
  const filters = useQuery(itemFiltersQuery(api));
  const known = filters.data;
  const [filter, setFilter] = useVisitState<Filter>(visit, 'filter', {
    genre: ALL,
    year: ALL,
    tracks: ALL,
    sorting: 'popular',
  });
  const [asked, setAsked] = useState<keyof Filter | null>(null);

  const choices: Record<keyof Filter, { title: string; all: readonly GridChoice[] }> = {
    genre: {
      title: '장르',
      all: [{ id: ALL, label: '모든 장르' }, ...(known?.genres ?? []).map((genre) => ({ id: genre, label: genre }))],
    },
    year: {
      title: '연도',
      all: [
        { id: ALL, label: '모든 연도' },
        ...(known?.years ?? []).map((year) => ({ id: String(year), label: `${year}년` })),
      ],
    },
    tracks: { title: '음성·자막', all: [{ id: ALL, label: '모두' }, ...trackChoices(known ?? {})] },
    sorting: { title: '정렬', all: SORTINGS },
  };
  const labelOf = (part: keyof Filter) =>
    choices[part].all.find(({ id }) => id === filter[part])?.label ?? filter[part];
  const choose = (id: string) => {
    if (asked === 'sorting') {
      const sorting = SORTINGS.find((option) => option.id === id)?.id;
      if (sorting) setFilter({ ...filter, sorting });
    } else if (asked) setFilter({ ...filter, [asked]: id });
    setAsked(null);
  };
  const ask = (part: keyof Filter) => {
    visit.walls.set(choicesKey(part), choiceMemory(choices[part].all, filter[part]));
    setAsked(part);
    if (filters.error) void filters.refetch();
  };
  const isMissing = known === undefined && asked !== null && asked !== 'sorting';
  const { genre, year, tracks, sorting } = filter;
  const name = `${genre}-${year}-${tracks}-${sorting}`;

  return (
    <NavigationScreen name="browse" area="themes" visit={visit} initialKey="browse/genre">
      <Page
        title="장르·연도로 찾기"
        tools={
          <FocusGroup focusKey="browse/filters" axis="row" className={styles.filters}>
            {(['genre', 'year', 'tracks', 'sorting'] as const).map((part) => (
              <Button
                key={part}
                focusKey={`browse/${part}`}
                label={`${choices[part].title}: ${labelOf(part)}`}
                onPress={() => ask(part)}
              />
            ))}
          </FocusGroup>
        }
      >
        <ItemList
          key={name}
          focusKey={`browse/list-${name}`}
          visit={visit}
          list={itemList(api, {
            ...(genre === ALL ? {} : { genre }),
            ...(year === ALL ? {} : { year }),
            ...filterOfTracks(tracks),
            sorting,
          })}
          onOpenItem={onOpenItem}
          onPlayItem={playItem}
          empty={{ title: '고른 조건에 맞는 작품이 없어요', text: '장르나 연도, 음성을 바꿔 보세요.' }}
        />
      </Page>
      {isMissing && (
        <MissingChoicesDialog title={choices[asked].title} query={filters} onClose={() => setAsked(null)} />
      )}
      {asked && !isMissing && (
        <ChoiceGridDialog
          focusKey={choicesKey(asked)}
          title={choices[asked].title}
          choices={choices[asked].all}
          selected={filter[asked]}
          onChoose={choose}
          onClose={() => setAsked(null)}
        />
      )}
    </NavigationScreen>
  );
}
