import type { Connection, Transact } from '../db/open.ts';
import type { PublicationRow } from '../db/tables.ts';
import type { Clock } from '../lib/clock.ts';
import { lockSetting } from '../settings/index.ts';
import { addTitle } from './add-title.ts';
import { CatalogueError, checkRecordFiles, parseRecords, type FilePlaces } from './format/index.ts';
import { LOCK_SETTING } from './import-catalogue.ts';
import {
  delay,
  isSameDecision,
  publish,
  RefusedError,
  releaseOf,
  schedule,
  throughTitle,
  unpublish,
  type Decision,
  type Release,
  type Subject,
} from './publication-rules.ts';
import {
  findEpisode,
  findTitle,
  listClipIdsOf,
  listEpisodesOfTitle,
  listTitlesAfter,
  saveDecision,
  type OperatedEpisode,
  type OperatedTitle,
} from './publication-store.ts';
import { bumpVersion } from './store.ts';
import { listClipRecords } from './title-record-store.ts';

/** A title or an episode. */
export type Target = Pick<PublicationRow, 'kind' | 'id'>;

/** How viewers see something; the instant as ISO-8601 UTC. */
type ShownRelease = Omit<Release, 'at'> & { at: string | null };

export interface ShownTitle extends ShownRelease {
  id: number;
  name: string;
  cnt_episode: number;
  /** Episodes that viewers see. */
  cnt_out: number;
}

export interface ShownEpisode extends ShownRelease {
  id: number;
  order: number;
  episode_num: string;
  subject: string;
}

/** A title, and all of its episodes or the one that was asked for. */
export interface Shown {
  title: ShownTitle;
  episodes: ShownEpisode[];
}

export interface Changed extends Shown {
  outcome: 'changed' | 'unchanged';
}

/** An operator's changes to single titles while the service runs. All calls except `list` throw RefusedError. */
export interface TitleOperations {
  /** A part of all titles, by id. */
  list(page: { after: number; limit: number }): Promise<ShownTitle[]>;
  show(target: Target): Promise<Shown>;
  publish(target: Target): Promise<Changed>;
  unpublish(target: Target): Promise<Changed>;
  schedule(target: Target, at: Date): Promise<Changed>;
  /** @param to.notice the sentence for viewers about the delay */
  delay(target: Target, to: { at: Date; notice: string }): Promise<Changed>;
  /**
   * @param name what problems call the text.
   * @param text one title as a record of the catalogue's format, and the clips that come with it.
   * @throws CatalogueError
   */
  add(name: string, text: string): Promise<Shown & { outcome: 'added' | 'changed' | 'unchanged' }>;
}

const subjectOfTitle = (title: OperatedTitle): Subject => ({ kind: 'title', decision: title, ownAt: title.first_at });
const subjectOfEpisode = (episode: OperatedEpisode): Subject => ({
  kind: 'episode',
  decision: episode,
  ownAt: episode.published_at,
});

const toShown = ({ at, ...release }: Release): ShownRelease => ({ ...release, at: at?.toISOString() ?? null });

const showTitle = (title: OperatedTitle, now: Date): ShownTitle => ({
  id: title.id,
  name: title.name,
  ...toShown(releaseOf(subjectOfTitle(title), now)),
  cnt_episode: title.cnt_episode,
  cnt_out: title.cnt_out,
});

const showEpisode = (episode: OperatedEpisode, title: OperatedTitle, now: Date): ShownEpisode => ({
  id: episode.id,
  order: episode.order,
  episode_num: episode.episode_num,
  subject: episode.subject,
  ...toShown(throughTitle(releaseOf(subjectOfEpisode(episode), now), title, now)),
});

interface Found {
  title: OperatedTitle;
  /** Undefined for a title. */
  episode: OperatedEpisode | undefined;
}

async function find(db: Connection, { kind, id }: Target, now: Date): Promise<Found> {
  const episode = kind === 'episode' ? await findEpisode(db, id) : undefined;
  const title =
    kind === 'episode' ? episode && (await findTitle(db, episode.item_id, now)) : await findTitle(db, id, now);
  if (title === undefined) throw new RefusedError(`There is no ${kind} ${id}.`);
  return { title, episode };
}

const subjectOf = ({ title, episode }: Found) => (episode ? subjectOfEpisode(episode) : subjectOfTitle(title));

async function showFound(db: Connection, target: Target, now: Date): Promise<Shown> {
  const { title, episode } = await find(db, target, now);
  const episodes = episode ? [episode] : await listEpisodesOfTitle(db, title.id);
  return { title: showTitle(title, now), episodes: episodes.map((one) => showEpisode(one, title, now)) };
}

export interface TitleOperationsOptions extends FilePlaces {
  db: Connection;
  transact: Transact;
  clock: Clock;
}

export function createTitleOperations({ db, transact, clock, ...places }: TitleOperationsOptions): TitleOperations {
  const show = (target: Target) => showFound(db, target, clock.now());

  /** Decides and writes in one transaction, with the version that tells every process. */
  const change = (target: Target, decide: (subject: Subject, now: Date) => Decision): Promise<Changed> =>
    transact(async (tx) => {
      await lockSetting(tx, LOCK_SETTING, '');
      const now = clock.now();
      const subject = subjectOf(await find(tx, target, now));
      const decision = decide(subject, now);
      const isSame = isSameDecision(subject.decision, decision);
      if (!isSame) {
        const { is_hidden, starts_at, notice } = decision;
        await saveDecision(tx, { ...target, is_hidden, starts_at, notice, changed_at: now });
        await bumpVersion(tx);
      }
      return { outcome: isSame ? 'unchanged' : 'changed', ...(await showFound(tx, target, now)) };
    });

  /** Viewers must not meet an episode that cannot play. @throws RefusedError */
  const checkClips = async ({ title, episode }: Found) => {
    const now = clock.now();
    const episodes = episode ? [episode] : await listEpisodesOfTitle(db, title.id);
    const due = episodes.filter(
      (one) => one === episode || (!one.is_hidden && releaseOf(subjectOfEpisode(one), now).state === 'published'),
    );
    const clips = await listClipRecords(
      db,
      await listClipIdsOf(
        db,
        due.map(({ id }) => id),
      ),
    );
    try {
      await checkRecordFiles(
        clips.map((record) => ({ source: 'in the catalogue', record })),
        places,
      );
    } catch (error) {
      if (!(error instanceof CatalogueError)) throw error;
      throw new RefusedError(`Files of its clips are missing:\n${error.message}`);
    }
  };

  return {
    async list(page) {
      const now = clock.now();
      return (await listTitlesAfter(db, page, now)).map((title) => showTitle(title, now));
    },
    show,
    async publish(target) {
      // Before the transaction: disks may be slow.
      await checkClips(await find(db, target, clock.now()));
      return change(target, publish);
    },
    unpublish: (target) => change(target, unpublish),
    schedule: (target, at) => change(target, (subject, now) => schedule(subject, at, now)),
    delay: (target, to) => change(target, (subject, now) => delay(subject, to, now)),
    async add(name, text) {
      const { id, outcome } = await addTitle({ transact, clock, ...places }, parseRecords(name, text));
      return { outcome, ...(await show({ kind: 'title', id })) };
    },
  };
}
