import { createArt } from '#server/catalogue/pictures/art.ts';
import { createCharts } from '#server/catalogue/lists/charts.ts';
import { hasFile } from '../catalogue/format/index.ts';
import { createLists } from '#server/catalogue/lists/lists.ts';
import { createPresenter } from '../catalogue/present-for-caller.ts';
import { createCatalogue } from '../catalogue/snapshot.ts';
import { createTitles } from '../catalogue/titles.ts';
import { createTrailerUrl } from '../catalogue/trailers.ts';
import { createFindVersion } from '../catalogue/version.ts';
import { createTransact } from '../db/open.ts';
import { createFindHidden } from '#server/watching/hidden/find-hidden.ts';
import { createResume } from '#server/watching/playback/resume.ts';
import { createListRights } from '../shop/rights.ts';
import type { Core } from './core.ts';

/** The catalogue as viewers see it, and what they may watch of it. */
export function createViewedCatalogue(core: Core) {
  const { options, database, db, clock, failures, createLoader, signer, artUrl } = core;
  const listRights = createListRights({ db, createLoader, clock });
  const findVersion = createFindVersion(db, createLoader);
  const catalogue = createCatalogue({
    db,
    findVersion,
    clock,
    failures,
    transact: createTransact(database.longWork),
  });
  const art = createArt({ db, clock, findVersion, findFile: (path) => hasFile(options, path) });
  const charts = createCharts({ db, longWork: database.longWork, createLoader, clock, failures });
  const resume = createResume({ db, createLoader, catalogue });
  const titles = createTitles({ db, createLoader, catalogue, clock });
  const findHidden = createFindHidden({ db, createLoader });
  const lists = createLists({ catalogue, charts, titles, findHidden, clock });
  const trailerUrl = createTrailerUrl({ signer, clock });
  const present = createPresenter({ artUrl, trailerUrl, clock, resume, listRights });
  return { listRights, catalogue, art, charts, resume, titles, findHidden, lists, present };
}

export type ViewedCatalogue = ReturnType<typeof createViewedCatalogue>;
