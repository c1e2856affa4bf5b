import type { Preview } from '#contract/preview.ts';
import { writeDeepLink } from '#contract/rules/deep-link.ts';
import { tileOf, type Art } from '../catalogue/index.ts';
import type { Lists } from '#server/catalogue/lists/lists.ts';
import type { Place } from '../catalogue/viewed.ts';
import type { ItemBrief } from '../catalogue/store.ts';
import type { Clock } from '../lib/clock.ts';
import { koreanWeekday } from './korean-day.ts';

/** Samsung shows at most forty tiles; two rows of this many stay below. */
const ROW_SIZE = 10;
/** Titles that are read together, and at most. */
const PART = 50;
const MOST_LOOKED_AT = 500;
/** The television asks for everybody in the room, so the preview shows only titles for children. */
const FOR_EVERYBODY = '12';
/** The set may show the document for this long, in seconds; it fetches a new one every ten minutes. */
const VALID_SECONDS = 24 * 3600;

export interface PreviewParts {
  readonly now: Date;
  readonly popular: readonly ItemBrief[];
  readonly today: readonly ItemBrief[];
  readonly artUrl: (path: string) => string;
}

/** The Smart Hub document. Each title appears once, because each tile needs a distinct link. */
export function composePreview({ now, popular, today, artUrl }: PreviewParts): Preview {
  const shown = new Set(popular.map(({ id }) => id));
  const rows = [
    ['인기 애니메이션', popular] as const,
    ['오늘 업데이트', today.filter(({ id }) => !shown.has(id)).slice(0, ROW_SIZE)] as const,
  ];
  return {
    expires: Math.floor(now.getTime() / 1000) + VALID_SECONDS,
    sections: rows
      .filter(([, items]) => items.length > 0)
      .map(([title, items], position) => ({
        title,
        position,
        tiles: items.map(({ id, name, genres, wide }, place) => ({
          title: name,
          subtitle: genres.slice(0, 2).join(' · '),
          image_ratio: '16by9' as const,
          image_url: artUrl(tileOf(wide)),
          action_data: writeDeepLink({ item: id }),
          is_playable: false,
          position: place,
        })),
      })),
  };
}

/** The same for all callers: the set asks without an account (docs/decisions/223). */
export function createPreview(options: {
  clock: Clock;
  lists: Lists;
  artUrl: (path: string) => string;
  art: Pick<Art, 'hasFile'>;
}): (place: Place) => Promise<Preview> {
  const { clock, lists, artUrl, art } = options;

  /** The first titles with a tile picture; checks no more files than necessary. */
  const firstPictured = async (most: number, partOf: (offset: number) => Promise<readonly ItemBrief[]>) => {
    const found: ItemBrief[] = [];
    for (let offset = 0; offset < MOST_LOOKED_AT; offset += PART) {
      const items = await partOf(offset);
      for (const item of items) {
        if (found.length === most) return found;
        if (await art.hasFile(tileOf(item.wide))) found.push(item);
      }
      if (items.length < PART) break;
    }
    return found;
  };

  return async ({ country }) => {
    const ofFilter = (most: number, filter: { weekday?: number }) =>
      firstPictured(most, (offset) =>
        lists.listPopular({ country, maximum: FOR_EVERYBODY }, filter, { limit: PART, offset }),
      );
    const popular = await ofFilter(ROW_SIZE, {});
    // Titles of the first row are left out of the second.
    const today = await ofFilter(2 * ROW_SIZE, { weekday: koreanWeekday(clock.now()) });
    return composePreview({ now: clock.now(), popular, today, artUrl });
  };
}
