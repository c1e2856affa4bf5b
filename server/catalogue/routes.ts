import { getEpisode, getItem, listEpisodes } from '#contract/catalogue.ts';
import type { Mount } from '../http/mount.ts';
import type { Presenter } from './presenter.ts';
import type { Titles } from './titles.ts';

export function mountCatalogue(mount: Mount, titles: Titles, present: Presenter): void {
  mount(getItem, async ({ caller, params }) => {
    const item = await titles.get(caller, params.id);
    return present.item(item, (await titles.listMine(caller, [item.id]))[0]!);
  });
  mount(listEpisodes, async ({ caller, query }) => {
    const { count, episodes } = await titles.listEpisodes(caller, query);
    return { count, results: await present.episodes(caller, episodes, { withOffsets: query.show_playback_offset }) };
  });
  mount(getEpisode, async ({ caller, params }) => {
    const [episode] = await present.episodeDetails(caller, [await titles.getEpisode(caller, params.id)]);
    return episode!;
  });
}
