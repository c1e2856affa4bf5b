import { NavigationScreen } from '#src/features/navigation/navigation-screen.tsx';
import { useVisitState, type VisitMemory } from '#src/focus/index.ts';
import { usePlatform } from '#src/stores/platform-context.ts';
import { Page } from '#src/ui/page/page.tsx';
import { tabKey, Tabs } from '#src/ui/page/tabs.tsx';
import { HistoryShelf } from './history-shelf.tsx';
import { OfflineShelf } from './offline-shelf.tsx';
import { Purchased } from './purchased.tsx';
import { Rated, Wished } from './rating-set.tsx';
import { StartAgainShelf } from './start-again-shelf.tsx';
import { Statistics } from './statistics.tsx';

export interface LibraryScreenProps {
  readonly visit: VisitMemory;
  readonly onOpenItem: (itemId: number) => void;
  readonly onPlay: (episodeId: number) => void;
}

const ALL_SHELVES = [
  { id: 'start-again', label: '이어보기' },
  { id: 'history', label: '시청 기록' },
  { id: 'wished', label: '보고 싶어요' },
  { id: 'rated', label: '별점' },
  { id: 'purchased', label: '구매·대여' },
  { id: 'offline', label: '저장한 영상' },
  { id: 'statistics', label: '통계' },
] as const;

type Shelf = (typeof ALL_SHELVES)[number]['id'];

/** The viewer's own lists and statistics, as tabs. */
export function LibraryScreen({ visit, onOpenItem, onPlay }: LibraryScreenProps) {
  const [shelf, setShelf] = useVisitState<Shelf>(visit, 'shelf', 'start-again');
  const { videoDisk } = usePlatform();
  const shelves = videoDisk ? ALL_SHELVES : ALL_SHELVES.filter(({ id }) => id !== 'offline');
  return (
    <NavigationScreen name="library" area="library" visit={visit} initialKey={tabKey('library/shelves', shelf)}>
      <Page
        title="보관함"
        tools={
          <Tabs focusKey="library/shelves" label="보관함" options={shelves} selected={shelf} onSelect={setShelf} />
        }
      >
        {shelf === 'start-again' && <StartAgainShelf visit={visit} onPlay={onPlay} />}
        {shelf === 'history' && <HistoryShelf visit={visit} onPlay={onPlay} />}
        {shelf === 'wished' && <Wished visit={visit} onOpenItem={onOpenItem} onPlay={onPlay} />}
        {shelf === 'rated' && <Rated visit={visit} onOpenItem={onOpenItem} onPlay={onPlay} />}
        {shelf === 'purchased' && <Purchased visit={visit} onOpenItem={onOpenItem} onPlay={onPlay} />}
        {shelf === 'offline' && <OfflineShelf onPlay={onPlay} />}
        {shelf === 'statistics' && <Statistics />}
      </Page>
    </NavigationScreen>
  );
}
