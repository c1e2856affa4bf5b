import type { HomeRow } from '#contract/home.ts';
import type { ProfileCaller } from '../accounts/sessions.ts';
import type { Charts } from '#server/catalogue/lists/charts.ts';
import type { Lists } from '#server/catalogue/lists/lists.ts';
import type { Presenter } from '../catalogue/present-for-caller.ts';
import type { Catalogue, Snapshot } from '../catalogue/snapshot.ts';
import type { CatalogueItem } from '../catalogue/store.ts';
import type { Titles } from '../catalogue/titles.ts';
import type { OwnerKey } from '../db/of-accounts.ts';
import type { Connection } from '../db/open.ts';
import type { CreateLoader } from '../db/loader.ts';
import type { Clock } from '../lib/clock.ts';
import type { FailureLog } from '../lib/failure-log.ts';
import { once } from '../lib/once.ts';
import type { WrittenAnswer } from '../lib/written-answer.ts';
import type { Begun, LastOffset, Resume, ResumePoint } from '#server/watching/playback/resume.ts';
import type { Right } from '../shop/right.ts';
import type { ArtUrl } from '../profiles/present.ts';
import { ratingsWithin } from '../lib/age-limit.ts';
import { createFindBasis, type Basis } from './basis.ts';
import { createProfileRows } from './profile-rows.ts';
import { createRememberedRows } from './remembered-rows.ts';
import { createSharedRows, RATED_SIZE, type RowViewer } from './shared-rows.ts';
import { itemIdsIn } from './shown.ts';
import { listProfileDigests, type ProfileBasis } from './store.ts';
import { likingOf, type Touched, type Watched } from './taste.ts';

const THEME_ROWS = 3;
/** A home screen with fewer rows looks empty, so genre rows fill it up. */
const FEWEST_ROWS = 5;

/** Cached answers of profiles: about 100 kB each. */
const MOST_ANSWERS = 256;
/**
 * Cached rows of at most 20 results, shared by profiles with the same age limit and locks: six kinds, with a row per theme
 * and genre.
 */
const MOST_SHARED_ROWS = 512;

interface HomeAnswer {
  readonly results: HomeRow[];
}

export interface HomeRows {
  /**
   * The answer of home as it is sent; a caller whose rows have not changed gets the same bytes again. A row that fails is
   * left out and logged.
   *
   * @throws the first row's error when every row fails.
   */
  write(caller: ProfileCaller): Promise<WrittenAnswer>;
}

/** Inputs of one answer. */
interface Home {
  readonly caller: ProfileCaller;
  readonly snapshot: Snapshot;
  /** Titles that the profile has hidden. */
  readonly hidden: ReadonlySet<number>;
  /** Absent when it could not be read; the answer is then not cached. */
  readonly basis: Basis | undefined;
  /** Identifies the best rated titles of everyone. */
  readonly bestRated: string;
  /** When this run began, in ms since 1970. */
  readonly since: number;
  /** Where the profile stopped in each title; begins to read at the first call. */
  last(): Promise<readonly LastOffset[]>;
  touched(): Promise<readonly Touched[]>;
  watched(): Promise<readonly Watched[]>;
  begun(): Promise<readonly Begun[]>;
  /** Episodes and offsets of the begun titles. */
  resumePoints(): Promise<readonly ResumePoint[]>;
  newest(): Promise<readonly CatalogueItem[]>;
  /** Rows that failed, with their errors. */
  readonly missing: { row: string; error: unknown }[];
}

/** Whether titles for adults have a lock in the caller's rows. */
const hasLocks = ({ account, profile }: ProfileCaller) =>
  profile.max_rating === '19' && account.identity_proved_at === null;

const NONE: ReadonlySet<number> = new Set();

/** The best rated titles whose order decides whether a ranking still holds; some of them may be hidden. */
const BEST_RATED = { limit: 3 * RATED_SIZE, offset: 0 };

/** Cause of a failed row in the failure log. */
const FAILURE = 'home rows';

const leftOut = (missing: Home['missing']) =>
  new Error(`left out: ${missing.map(({ row }) => row).join(', ')}`, { cause: missing[0]?.error });

const orUndefined = <T>(found: Promise<T>): Promise<T | undefined> => found.catch(() => undefined);

export function createHomeRows(options: {
  db: Connection;
  createLoader: CreateLoader;
  clock: Clock;
  catalogue: Catalogue;
  charts: Charts;
  titles: Titles;
  lists: Lists;
  resume: Resume;
  present: Presenter;
  artUrl: ArtUrl;
  failures: FailureLog;
  write: (answer: HomeAnswer) => WrittenAnswer;
}): HomeRows {
  const { db, createLoader, clock, catalogue, charts, lists, titles, resume, present, failures } = options;
  const shared = createSharedRows(options);
  const own = createProfileRows(options);
  const findBasis = createFindBasis(options);
  const answers = createRememberedRows<WrittenAnswer>({ titles, clock, most: MOST_ANSWERS });
  const sharedRows = createRememberedRows<readonly HomeRow[]>({ titles, clock, most: MOST_SHARED_ROWS });

  const findDigest = createLoader({
    keyOf: ({ profileId }: OwnerKey) => profileId,
    read: (owners) => listProfileDigests(db, owners),
    accountOf: ({ accountId }) => accountId,
  });
  /** The digest identifies the profile's own inputs of an answer, apart from the basis. */
  const findOwn = async ({ account, profile }: ProfileCaller): Promise<ProfileBasis> => {
    const { digest, hidden } = (await findDigest([{ accountId: account.id, profileId: profile.id }]))[0]!;
    const { plan, membership_expires_at: end, identity_proved_at: provedAt } = account;
    return { digest: [digest, profile.max_rating, plan, end?.getTime(), provedAt === null].join(' '), hidden };
  };

  const attempt = async (home: Home, name: string, make: () => Promise<readonly HomeRow[]>) => {
    try {
      return await make();
    } catch (error) {
      home.missing.push({ row: name, error });
      return [];
    }
  };

  /**
   * Makes a row once for all profiles with the same age limit and locks. A profile that has hidden one of its titles gets a row of its
   * own, which is as long as the others'.
   */
  const attemptShared = (
    home: Home,
    name: string,
    make: (viewer: RowViewer) => Promise<readonly HomeRow[]>,
    madeFrom = '',
  ) =>
    attempt(home, name, async () => {
      const { caller, basis, since, hidden } = home;
      const makeOwn = () => make({ caller, hidden, isShared: false });
      if (!basis) return makeOwn();
      const key = `${caller.profile.max_rating} ${hasLocks(caller) ? 'locked ' : ''}${name}`;
      let rows = await sharedRows.find(key, basis, madeFrom);
      if (!rows) {
        const made = await make({ caller, hidden: NONE, isShared: true });
        rows = made;
        await sharedRows.set(key, basis, madeFrom, { value: rows, rows, since });
      }
      return hidden.size > 0 && rows.some((row) => itemIdsIn(row).some((id) => hidden.has(id))) ? makeOwn() : rows;
    });

  /** Three theme rows, the profile's favourites first, and the link to all themes. */
  const themes = async (home: Home): Promise<readonly HomeRow[]> => {
    const { caller, hidden } = home;
    // A hidden title changes the count of its theme.
    const [all] =
      hidden.size === 0
        ? await attemptShared(home, 'themes', shared.themes)
        : await shared.themes({ caller, hidden, isShared: false });
    if (all?.kind !== 'themes') return [];
    // If the likings fail, the themes keep their order; the row of recommendations reports the failure.
    const watched = (await orUndefined(home.watched())) ?? [];
    const likings = new Map(watched.map((one) => [one.itemId, likingOf(one)]));
    const items = await home.snapshot.briefs([...likings.keys()]);
    const likingOfTheme = (id: number) =>
      items.reduce((sum, item) => sum + (item.theme_ids.includes(id) ? likings.get(item.id)! : 0), 0);
    const chosen = all.results
      .map((theme) => ({ theme, liking: likingOfTheme(theme.id) }))
      .sort((one, other) => other.liking - one.liking)
      .slice(0, THEME_ROWS);
    const rows = await Promise.all(
      chosen.map(({ theme }) => attemptShared(home, `theme-${theme.id}`, (viewer) => shared.theme(viewer, theme))),
    );
    return [...rows.flat(), all];
  };

  /** Genre rows, for a catalogue that fills too few others. */
  const genres = async (home: Home, count: number): Promise<readonly HomeRow[]> => {
    if (count <= 0) return [];
    const names = (await lists.firstGenres(home.caller, home.hidden)).slice(0, count);
    const rows = names.map((genre) => attemptShared(home, `genre-${genre}`, (viewer) => shared.genre(viewer, genre)));
    // If the likings fail, the rows keep their order; the row of recommendations reports the failure.
    const watched = (await orUndefined(home.watched())) ?? [];
    const ordered = (await Promise.all(rows))
      .flat()
      .map(async (row) => (await orUndefined(own.byTaste(home.snapshot, watched, row))) ?? row);
    return Promise.all(ordered);
  };

  /** Shared by the profiles that have hidden nothing and have nothing of their own on any of these titles. */
  const newEpisodes = async (home: Home): Promise<readonly HomeRow[]> => {
    const { caller, snapshot, hidden } = home;
    const [newest, last] = await Promise.all([home.newest(), orUndefined(home.last())]);
    const watchedIds = last && new Set(last.map(({ item_id: id }) => id));
    const make = (rights?: Right[]) => own.newEpisodes(caller, snapshot, newest, watchedIds, rights);
    const ids = newest.map(({ id }) => id);
    if (hidden.size > 0 || !watchedIds || ids.some((id) => watchedIds.has(id))) return make();
    const plan = await present.planFor(caller, ids);
    // `planFor` found no rights of this account. If they were read again here, an order that it pays for in between would
    // show as bought in the row of every profile.
    return plan === undefined ? make() : attemptShared(home, `new_episodes ${plan}`, () => make([]));
  };

  const makeRows = async (home: Home): Promise<HomeRow[]> => {
    const { caller, snapshot, hidden } = home;
    // In parallel, so that rows share batched statements.
    const made = await Promise.all([
      attempt(home, 'billboard', async () =>
        own.billboard(caller, snapshot, await home.newest(), await home.begun(), home.resumePoints()),
      ),
      attempt(home, 'start_again', async () => own.startAgain(caller, await home.begun(), home.resumePoints())),
      attemptShared(home, 'today', shared.today),
      attemptShared(home, 'ranking', shared.ranking, home.bestRated),
      attempt(home, 'new_episodes', () => newEpisodes(home)),
      attempt(home, 'liked', async () => own.liked(caller, snapshot, hidden, await home.touched(), home.watched())),
      attemptShared(home, 'newly_rated', shared.newlyRated),
      attempt(home, 'themes', () => themes(home)),
    ]);
    const rows = made.flat().filter((row) => row.results.length > 0);
    return [...rows, ...(await genres(home, FEWEST_ROWS - rows.length))];
  };

  const write = async (caller: ProfileCaller): Promise<WrittenAnswer> => {
    const since = clock.now().getTime();
    const key = caller.profile.id;
    const last = once(() => resume.listLast(caller));
    const touched = once(() => own.listTouched(caller, last()));
    // A failure here also fails the rows that need it, and they report it.
    const [basis, rated = [], foundOwn] = await Promise.all([
      orUndefined(findBasis(caller)),
      orUndefined(
        charts.rated({ ratings: ratingsWithin(caller.profile.max_rating), country: caller.country }, BEST_RATED),
      ),
      orUndefined(findOwn(caller)),
    ]);
    const snapshot = basis?.snapshot ?? (await catalogue.current(caller));
    const hidden = new Set(foundOwn?.hidden);
    const bestRated = rated.slice(0, RATED_SIZE).join();
    const ownBestRated = hidden.size === 0 ? '' : rated.filter((id) => !hidden.has(id)).join();
    const madeFrom = foundOwn && [foundOwn.digest, bestRated, ownBestRated].join(' ');
    if (basis && madeFrom !== undefined) {
      const known = await orUndefined(answers.find(key, basis, madeFrom));
      if (known) return known;
    }

    const begun = once(async () => own.listBegun(caller, snapshot, await last()));
    const touchedAndShown = once(async () => (await touched()).filter(({ itemId }) => !hidden.has(itemId)));
    const home: Home = {
      caller,
      snapshot,
      hidden,
      basis,
      bestRated,
      since,
      last,
      touched: touchedAndShown,
      watched: once(async () => own.listWatched(snapshot, await touchedAndShown())),
      begun,
      resumePoints: once(async () => resume.findResumePoints(caller, snapshot, await begun())),
      newest: once(() => own.listNewest(caller, hidden)),
      missing: [],
    };
    const rows = await makeRows(home);
    const [first] = home.missing;
    if (rows.length === 0 && first) throw first.error;
    if (first) failures.report(FAILURE, leftOut(home.missing));
    else failures.works(FAILURE);
    const answer = options.write({ results: rows });
    if (first || !basis || madeFrom === undefined) return answer;
    // The profile may have changed something while its rows were made; then the digest does not describe them.
    const isSettled = (await orUndefined(findOwn(caller)))?.digest === foundOwn?.digest;
    if (isSettled) await answers.set(key, basis, madeFrom, { value: answer, rows, since });
    return answer;
  };
  return { write };
}
