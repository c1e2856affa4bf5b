import type { ItemSummary } from '#contract/catalogue.ts';
import type { FoundEpisode, SearchProposal } from '#contract/search.ts';
import type { Client } from '#src/api/client/client.ts';
import { itemList, type PagedList } from '#src/api/lists.ts';
import { answeredList, searchList, type SearchPage } from '#src/api/search.ts';
import { subjectKey, type ChosenSubject } from './chosen-subject.ts';
import { understoodSentence } from './understood.ts';

/** The wall of titles beside the keyboard. */
export interface FoundWall {
  /** Differs between walls. */
  readonly key: string;
  readonly list: PagedList<ItemSummary>;
  readonly heading: string;
  /** Whether the heading tells the number of titles. */
  readonly isCounted: boolean;
}

/** What the screen shows beside the keyboard. */
export interface FoundThings {
  readonly keyword: string;
  /** Neither titles nor anything else. */
  readonly isNothing: boolean;
  readonly nearest: readonly ItemSummary[];
  readonly proposals: readonly SearchProposal[];
  readonly episodes: readonly FoundEpisode[];
  readonly results: FoundWall;
}

export interface FoundOptions {
  readonly api: Client;
  /** The keyword of the shown answer; empty for none. */
  readonly shown: string;
  /** Whether the viewer has typed nothing else since. */
  readonly isCurrent: boolean;
  readonly about: ChosenSubject | null;
  readonly answer: SearchPage | null | undefined;
}

export function foundOf({ api, shown, isCurrent, about, answer }: FoundOptions): FoundThings {
  const proposals = answer?.proposals ?? [];
  const episodes = answer?.episodes ?? [];
  const requestable = answer?.requestable ?? [];
  const hasTitles = shown !== '' && !(isCurrent && answer?.count === 0);
  const isNothing = shown !== '' && !hasTitles && episodes.length === 0 && proposals.length === 0;
  const wall = (): FoundWall => {
    if (about)
      return {
        key: `search/about-${subjectKey(about)}`,
        list: searchList(api, about.name, about.kind),
        heading: `‘${about.name}’ 작품`,
        isCounted: true,
      };
    if (hasTitles) {
      const understood = answer?.understood ?? null;
      return {
        key: `search/results-${shown}`,
        list: searchList(api, shown),
        heading: understood === null ? `‘${shown}’ 검색 결과` : understoodSentence(understood),
        isCounted: true,
      };
    }
    if (isNothing && requestable.length > 0)
      return {
        key: 'search/requestable',
        list: answeredList('requestable', requestable),
        heading: '요청할 수 있는 작품',
        isCounted: false,
      };
    return {
      key: 'search/popular',
      list: itemList(api, { sorting: 'popular' }),
      heading: '지금 인기 있는 작품',
      isCounted: false,
    };
  };
  return { keyword: shown, isNothing, nearest: answer?.nearest ?? [], proposals, episodes, results: wall() };
}
