import { useApi } from '#src/api/client/api-context.ts';
import { itemList } from '#src/api/lists.ts';
import { NavigationScreen } from '#src/features/navigation/navigation-screen.tsx';
import { usePlayItem } from '#src/features/episodes/use-play-item.ts';
import { ItemList } from '#src/features/items/item-list.tsx';
import { useVisitState, type VisitMemory } from '#src/focus/index.ts';
import { koreanWeekday } from '#src/lib/korean-day.ts';
import { useClock } from '#src/stores/clock-context.ts';
import { cardGrid } from '#src/ui/list/grid.tsx';
import { Page } from '#src/ui/page/page.tsx';
import { tabKey, Tabs } from '#src/ui/page/tabs.tsx';

export interface WeekdayScreenProps {
  readonly visit: VisitMemory;
  readonly onOpenItem: (itemId: number) => void;
  readonly onPlay: (episodeId: number) => void;
}

const NAMES = ['일', '월', '화', '수', '목', '금', '토'];
/** Order of the tabs, Monday first; 0 is Sunday. */
const WEEK = [1, 2, 3, 4, 5, 6, 0];

/** Titles by the weekday on which they air; opens on today. */
export function WeekdayScreen({ visit, onOpenItem, onPlay }: WeekdayScreenProps) {
  const api = useApi();
  const clock = useClock();
  const playItem = usePlayItem(onPlay, onOpenItem);
  // Read once per visit, so that midnight does not change the tabs under the viewer.
  const [today] = useVisitState(visit, 'today', koreanWeekday(clock.instant()));
  const [day, setDay] = useVisitState(visit, 'weekday', String(today));
  const options = WEEK.map((weekday) => ({
    id: String(weekday),
    label: weekday === today ? `오늘 · ${NAMES[weekday]}` : `${NAMES[weekday]}`,
    name: weekday === today ? `오늘, ${NAMES[weekday]}요일` : `${NAMES[weekday]}요일`,
  }));
  return (
    <NavigationScreen name="weekday" area="weekday" visit={visit} initialKey={tabKey('weekday/days', String(today))}>
      <Page
        title="요일별"
        text="지금 방영 중인 작품이에요"
        tools={<Tabs focusKey="weekday/days" label="요일" options={options} selected={day} onSelect={setDay} />}
      >
        <ItemList
          key={day}
          focusKey={`weekday/list-${day}`}
          visit={visit}
          list={itemList(api, { weekday: day })}
          shape={cardGrid}
          onOpenItem={onOpenItem}
          onPlayItem={playItem}
          empty={{ title: '이 요일에 방영하는 작품이 없어요', text: '다른 요일을 골라 보세요.' }}
        />
      </Page>
    </NavigationScreen>
  );
}
