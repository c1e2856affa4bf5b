import type { TitleChoice } from '#contract/console/title-choices.ts';
import type { Connection } from '#server/db/open.ts';
import type { Clock } from '#server/lib/clock.ts';
import type { DraftArt } from '#server/catalogue/pictures/draft-art.ts';
import { comparable } from '#server/catalogue/prepared-operated.ts';
import { pictureUrls } from './clip-faces.ts';
import { findItemIds, listNamedItems, listNewestItems, listTitleCards, type NamedItem } from './title-choices-store.ts';

interface Found {
  id: number;
  name: string;
  /** The other name that was found, or the original one. */
  otherName: string | null;
  /** 0 for a name that is the word, 1 for one that begins with it, 2 for others. */
  rank: number;
}

/** The titles one of whose names has the word, the nearest first, then the newest. An empty word finds all. */
export function choicesOf(items: readonly NamedItem[], keyword: string): Found[] {
  const wanted = comparable(keyword);
  const rankOf = (name: string) => {
    const own = comparable(name);
    const at = own.indexOf(wanted);
    return at === -1 ? 3 : own === wanted ? 0 : at === 0 ? 1 : 2;
  };
  return items
    .flatMap(({ id, name, names, aliases }): Found[] => {
      const others = [...names.map((one) => one.name), ...aliases];
      const original = others[0] ?? null;
      if (wanted === '') return [{ id, name, otherName: original, rank: 0 }];
      const own = String(id) === keyword.trim() ? 0 : rankOf(name);
      const [best] = others
        .map((other) => ({ other, rank: rankOf(other) }))
        .sort((one, other) => one.rank - other.rank);
      const rank = Math.min(own, best?.rank ?? 3);
      if (rank === 3) return [];
      return [{ id, name, otherName: best && best.rank < own ? best.other : original, rank }];
    })
    .sort((one, other) => one.rank - other.rank || other.id - one.id);
}

const ID = /^\d{1,9}$/;

/** Reads a word that an operator looks for: letters and digits that a title's name has, or the title's id. */
export const wantedOf = (keyword: string): { wanted: string; id: number | null } => ({
  wanted: comparable(keyword),
  id: ID.test(keyword.trim()) ? Number(keyword) : null,
});

async function findPage(db: Connection, keyword: string, { limit, offset }: { limit: number; offset: number }) {
  const named = wantedOf(keyword);
  if (named.wanted === '') {
    const { count, items } = await listNewestItems(db, { limit, offset });
    return { count, page: choicesOf(items, '') };
  }
  const { count, ids } = await findItemIds(db, { ...named, limit, offset });
  return { count, page: choicesOf(await listNamedItems(db, ids), keyword) };
}

/** Titles for a chooser: found by any of their names, with their pictures. */
export const createTitleChoices =
  (options: { db: Connection; clock: Clock; artUrl(path: string): string; draftArt: Pick<DraftArt, 'sign'> }) =>
  async ({
    keyword = '',
    limit,
    offset,
  }: {
    keyword?: string | undefined;
    limit: number;
    offset: number;
  }): Promise<{ count: number; results: TitleChoice[] }> => {
    const { db, clock } = options;
    const { count, page } = await findPage(db, keyword, { limit, offset });
    const cards = await listTitleCards(
      db,
      page.map(({ id }) => id),
    );
    const posters = [...cards.values()].map(({ poster }) => poster);
    const urlOf = await pictureUrls(db, posters, { ...options, now: clock.now() });
    return {
      count,
      results: page.flatMap(({ id, name, otherName }): TitleChoice[] => {
        const card = cards.get(id);
        if (!card) return [];
        return [{ id, name, other_name: otherName, picture: urlOf(card.poster), cnt_episode: card.cnt_episode }];
      }),
    };
  };
