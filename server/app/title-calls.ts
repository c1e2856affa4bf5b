import { listHomeRows } from '#contract/home.ts';
import { createListReleases } from '../catalogue/releases.ts';
import { mountCatalogue } from '../catalogue/routes.ts';
import { createListWeek } from '../catalogue/week.ts';
import { createHiddenTitles } from '#server/watching/hidden/hidden-titles.ts';
import { mountHidden } from '#server/watching/hidden/routes.ts';
import { createHistory } from '#server/watching/history/history.ts';
import { createWatchedMarks } from '#server/watching/history/marks.ts';
import { mountHistory } from '#server/watching/history/routes.ts';
import { createHomeRows } from '../home/home-rows.ts';
import { createOwnPreview } from '../home/own-preview.ts';
import { createPreview } from '../home/preview.ts';
import { mountHome } from '../home/routes.ts';
import { answerWriter } from '../http/serialize.ts';
import { createNotifications } from '../notifications/notifications.ts';
import { mountNotifications } from '../notifications/routes.ts';
import { createRequests } from '#server/reviews/requests/requests.ts';
import { mountRequests } from '#server/reviews/requests/routes.ts';
import { createModeration } from '../reviews/moderation.ts';
import { createRatings } from '../reviews/ratings.ts';
import { mountReviews } from '../reviews/routes.ts';
import { createShortReviews } from '../reviews/short-reviews.ts';
import { mountWishes } from '#server/watching/wishes/routes.ts';
import { createWishes } from '#server/watching/wishes/wishes.ts';
import { createMissedSearches } from '#server/monitoring/viewing/missed-searches.ts';
import { createOpenedPages } from '#server/monitoring/viewing/opened-pages.ts';
import type { Mount } from '../http/mount.ts';
import type { ViewedCatalogue } from './catalogue.ts';
import type { Core } from './core.ts';

/** Calls about titles, and about the viewer's wishes, ratings and history of them. */
export function mountTitleCalls(core: Core, viewed: ViewedCatalogue, mount: Mount): void {
  const { db, transact, clock, random, artUrl, limits, createLoader, failures } = core;
  const { catalogue, charts, titles, lists, resume, present, findHidden, art } = viewed;
  mountCatalogue(mount, {
    titles,
    lists,
    releasesOf: createListReleases({ catalogue, clock }),
    weekOf: createListWeek({ catalogue, lists, titles, resume, present }),
    resume,
    present,
    findHidden,
    onMissedSearch: createMissedSearches({ db, clock, limits, failures }).count,
    onOpenedPage: createOpenedPages({ db, clock, limits, failures }).count,
  });
  mountHidden(mount, {
    hiddenTitles: createHiddenTitles({ db, transact, clock, catalogue, titles, findHidden }),
    present,
  });
  mountHistory(mount, {
    history: createHistory({ db, transact, clock, catalogue, titles, resume, present }),
    marks: createWatchedMarks({ transact, clock, titles }),
  });
  mountWishes(mount, createWishes({ db, transact, clock, titles }));
  mountRequests(mount, createRequests({ db, clock, titles }));
  const notifications = createNotifications({ db, transact, clock, catalogue });
  mountNotifications(mount, { notifications, artUrl });
  mountHome(
    mount,
    createHomeRows({
      db,
      createLoader,
      clock,
      catalogue,
      charts,
      titles,
      lists,
      resume,
      present,
      artUrl,
      failures,
      write: answerWriter(listHomeRows),
    }),
    createPreview({ clock, lists, artUrl, art }),
    createOwnPreview({ clock, catalogue, resume, notifications, findHidden, artUrl, art }),
  );
  mountReviews(mount, {
    ratings: createRatings({ db, transact, clock, catalogue, titles }),
    shortReviews: createShortReviews({ db, transact, clock, random, limits, titles }),
    moderation: createModeration({ db, transact, clock, limits, titles }),
    present,
    artUrl,
  });
}
