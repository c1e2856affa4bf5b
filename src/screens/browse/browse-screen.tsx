import { useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { useApi } from '#src/api/api-context.ts';
import { itemFiltersQuery, itemList, type ItemSorting } from '#src/api/lists.ts';
import { BrowseScreen } from '#src/features/navigation/browse-screen.tsx';
import { usePlayItem } from '#src/features/episodes/use-play-item.ts';
import { ItemList } from '#src/features/items/item-list.tsx';
import { FocusGroup, usePlaceState, type Place } from '#src/focus/index.ts';
import { Button } from '#src/ui/button.tsx';
import { Page } from '#src/ui/page.tsx';
import { ListEmpty } from '#src/ui/list-empty.tsx';
import styles from './browse-screen.module.css';
import { ChoiceDialog, choiceMemory, type Choice } from './choice-dialog.tsx';

export interface GenreScreenProps {
  readonly place: Place;
  readonly onOpenItem: (itemId: number) => void;
  readonly onPlay: (episodeId: number) => void;
}

interface Filter {
  readonly genre: string;
  readonly year: string;
  readonly sorting: ItemSorting;
}

/** Nothing is left out. */
const ALL = 'all';
const SORTINGS: readonly { id: ItemSorting; label: string }[] = [
  { id: 'popular', label: '인기순' },
  { id: 'recent', label: '최신순' },
  { id: 'rating', label: '별점순' },
  { id: 'name', label: '이름순' },
];

const choicesKey = (part: keyof Filter) => `browse/choices-${part}`;

/** All titles, by genre, year and order. */
export function GenreScreen({ place, onOpenItem, onPlay }: GenreScreenProps) {
  const api = useApi();
  const playItem = usePlayItem(onPlay, onOpenItem);
  const { data: known } = useQuery(itemFiltersQuery(api));
  const [filter, setFilter] = usePlaceState<Filter>(place, 'filter', { genre: ALL, year: ALL, sorting: 'popular' });
  const [asked, setAsked] = useState<keyof Filter | null>(null);

  const choices: Record<keyof Filter, { title: string; all: readonly Choice[] }> = {
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
    place.walls.set(choicesKey(part), choiceMemory(choices[part].all, filter[part]));
    setAsked(part);
  };
  const { genre, year, sorting } = filter;
  const name = `${genre}-${year}-${sorting}`;

  return (
    <BrowseScreen name="browse" area="themes" place={place} initialKey="browse/genre">
      <Page
        title="장르·연도로 찾기"
        tools={
          <FocusGroup focusKey="browse/filters" axis="row" className={styles.filters}>
            {(['genre', 'year', 'sorting'] as const).map((part) => (
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
          place={place}
          list={itemList(api, {
            ...(genre === ALL ? {} : { genre }),
            ...(year === ALL ? {} : { year }),
            sorting,
          })}
          onOpenItem={onOpenItem}
          onPlayItem={playItem}
          empty={<ListEmpty title="고른 조건에 맞는 작품이 없어요" text="장르나 연도를 바꿔 보세요." />}
        />
      </Page>
      {asked && (
        <ChoiceDialog
          focusKey={choicesKey(asked)}
          title={choices[asked].title}
          choices={choices[asked].all}
          selected={filter[asked]}
          onChoose={choose}
          onClose={() => setAsked(null)}
        />
      )}
    </BrowseScreen>
  );
}
