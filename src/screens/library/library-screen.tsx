import { BrowseScreen } from '#src/features/navigation/browse-screen.tsx';
import { usePlaceState, type Place } from '#src/focus/index.ts';
import { usePlatform } from '#src/stores/platform-context.ts';
import { Page } from '#src/ui/page.tsx';
import { tabKey, Tabs } from '#src/ui/tabs.tsx';
import { KeptShelf } from './kept-shelf.tsx';
import { Purchased } from './purchased.tsx';
import { Rated } from './rated.tsx';
import { StartAgainShelf } from './start-again-shelf.tsx';
import { Statistics } from './statistics.tsx';
import { Wished } from './wished.tsx';

export interface LibraryScreenProps {
  readonly place: Place;
  readonly onOpenItem: (itemId: number) => void;
  readonly onPlay: (episodeId: number) => void;
}

const ALL_SHELVES = [
  { id: 'start-again', label: '이어보기' },
  { id: 'wished', label: '보고 싶어요' },
  { id: 'rated', label: '별점' },
  { id: 'purchased', label: '구매·대여' },
  { id: 'kept', label: '저장한 영상' },
  { id: 'statistics', label: '통계' },
] as const;

type Shelf = (typeof ALL_SHELVES)[number]['id'];

/** What is the viewer's own: what was begun, wished for, rated, bought, kept on this device, and how much was watched. */
export function LibraryScreen({ place, onOpenItem, onPlay }: LibraryScreenProps) {
  const [shelf, setShelf] = usePlaceState<Shelf>(place, 'shelf', 'start-again');
  const { videoDisk } = usePlatform();
  const shelves = videoDisk ? ALL_SHELVES : ALL_SHELVES.filter(({ id }) => id !== 'kept');
  return (
    <BrowseScreen name="library" area="library" place={place} initialKey={tabKey('library/shelves', shelf)}>
      <Page
        title="보관함"
        tools={
          <Tabs focusKey="library/shelves" label="보관함" options={shelves} selected={shelf} onSelect={setShelf} />
        }
      >
        {shelf === 'start-again' && <StartAgainShelf place={place} onPlay={onPlay} />}
        {shelf === 'wished' && <Wished place={place} onOpenItem={onOpenItem} onPlay={onPlay} />}
        {shelf === 'rated' && <Rated place={place} onOpenItem={onOpenItem} onPlay={onPlay} />}
        {shelf === 'purchased' && <Purchased place={place} onOpenItem={onOpenItem} onPlay={onPlay} />}
        {shelf === 'kept' && <KeptShelf onPlay={onPlay} />}
        {shelf === 'statistics' && <Statistics />}
      </Page>
    </BrowseScreen>
  );
}
