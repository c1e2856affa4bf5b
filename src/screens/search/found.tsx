import type { ItemTileActions } from '#src/features/items/item-tiles.tsx';
import type { VisitMemory } from '#src/focus/index.ts';
import type { ChosenSubject } from './chosen-subject.ts';
import type { FoundThings } from './found-of.ts';
import { NothingFound } from './nothing-found.tsx';
import { EpisodesFound, Proposals } from './proposals.tsx';
import { SearchResults } from './search-results.tsx';

export interface FoundProps extends ItemTileActions {
  readonly found: FoundThings;
  readonly visit: VisitMemory;
  /** Distance from the screen's upper edge, in rem. */
  readonly top: number;
  readonly about: ChosenSubject | null;
  readonly onAbout: (subject: ChosenSubject | null) => void;
  readonly onPlay: (episodeId: number) => void;
}

/** Height of the screen, and of a heading, of the nearest titles and of a line of chips, in rem. */
const SCREEN = 67.5;
const HEADING = 4;
const NEAREST = 6;
const LINE = 5;

/** What a search finds: what the text may mean, episodes and a wall of titles; or what there is instead. */
export function Found({ found, visit, top, about, onAbout, onPlay, ...actions }: FoundProps) {
  const { keyword, isNothing, nearest, proposals, episodes, results } = found;
  const above =
    top +
    (isNothing ? HEADING * 2 : 0) +
    (isNothing && nearest.length > 0 ? NEAREST : 0) +
    (proposals.length > 0 ? LINE : 0) +
    (episodes.length > 0 ? LINE : 0);
  return (
    <>
      {isNothing && <NothingFound keyword={keyword} nearest={nearest} onOpenItem={actions.onOpenItem} />}
      {proposals.length > 0 && (
        <Proposals proposals={proposals} chosen={about} onOpenItem={actions.onOpenItem} onChoose={onAbout} />
      )}
      {episodes.length > 0 && <EpisodesFound episodes={episodes} onPlay={onPlay} />}
      <SearchResults
        key={results.key}
        focusKey={results.key}
        visit={visit}
        list={results.list}
        heading={(count) =>
          results.isCounted && count !== undefined ? `${results.heading} ${count}개` : results.heading
        }
        height={SCREEN - above - HEADING}
        {...actions}
      />
    </>
  );
}
