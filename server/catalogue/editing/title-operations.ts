import type { RecordChange } from '#server/staff/audit/record.ts';
import type { Connection, Transact } from '#server/db/open.ts';
import type { PublicationRow } from '#server/db/tables.ts';
import type { Clock } from '#server/lib/clock.ts';
import { ChangedMeanwhileError, MissingError, RefusedError } from '#server/lib/refused-error.ts';
import { lockSetting } from '#server/settings/index.ts';
import { addTitle } from './add-title.ts';
import { CatalogueError, checkRecordFiles, parseRecords, type FileFolders } from '#server/catalogue/format/index.ts';
import { LOCK_SETTING } from './lock.ts';
import { publishChange } from '#server/catalogue/prepare.ts';
import {
  delay,
  isSameDecision,
  publish,
  releaseOf,
  schedule,
  throughTitle,
  unpublish,
  type Decision,
  type Release,
  type ReleaseState,
  type Subject,
} from './publication-rules.ts';
import {
  findEpisode,
  findTitle,
  listClipIdsOf,
  listEpisodesOfTitle,
  listReleasedIds,
  listTitleIds,
  listTitlesAfter,
  listTitlesOf,
  saveDecision,
  type OperatedEpisode,
  type OperatedTitle,
} from './publication-store.ts';
import { wantedOf } from './title-choices.ts';
import { listClipRecords } from './title-record-store.ts';

/** The instant of the last decision, as it was shown; null before the first one. */
export type Version = string | null;

/** A title or an episode. */
export type Target = Pick<PublicationRow, 'kind' | 'id'>;

/** How viewers see something; the instant as ISO-8601 UTC. */
type ShownRelease = Omit<Release, 'at'> & { at: string | null; ends_at: string | null; version: string | null };

export interface ShownTitle extends ShownRelease {
  id: number;
  name: string;
  cnt_episode: number;
  /** Episodes that viewers see. */
  cnt_out: number;
  rating_reasons: string[];
  /** Clip of the trailer. */
  trailer: string | null;
}

export interface ShownEpisode extends ShownRelease {
  id: number;
  order: number;
  episode_num: string;
  subject: string;
  /** Its state apart from that of its title. */
  own_state: ReleaseState;
}

/** A title, and all of its episodes or the one that was asked for. */
export interface Shown {
  title: ShownTitle;
  episodes: ShownEpisode[];
}

export interface Changed extends Shown {
  outcome: 'changed' | 'unchanged';
}

export interface TitleQuery {
  /** A part of the name, or the id. */
  keyword?: string | undefined;
  state?: ReleaseState | undefined;
  sorting: 'id' | 'name' | 'at';
  direction: 'up' | 'down';
  limit: number;
  offset: number;
}

/**
 * An operator's changes to single titles while the service runs. All calls except `list` and `find` throw RefusedError. A
 * change with a `version` throws ChangedMeanwhileError unless that is the version of the last decision.
 */
export interface TitleOperations {
  /** A part of all titles, by id. */
  list(page: { after: number; limit: number }): Promise<ShownTitle[]>;
  show(target: Target): Promise<Shown>;
  publish(target: Target, version?: Version): Promise<Changed>;
  unpublish(target: Target, version?: Version): Promise<Changed>;
  schedule(target: Target, at: Date, version?: Version): Promise<Changed>;
  /** @param to.notice the sentence for viewers about the delay */
  delay(target: Target, to: { at: Date; notice: string }, version?: Version): Promise<Changed>;
  /** Titles that fit the query, and how many there are. */
  find(query: TitleQuery): Promise<{ count: number; results: ShownTitle[] }>;
  /**
   * @param name what problems call the text.
   * @param text one title as a record of the catalogue's format, and the clips that come with it.
   * @throws CatalogueError
   */
  add(name: string, text: string): Promise<Shown & { outcome: 'added' | 'changed' | 'unchanged' }>;
}

const subjectOfTitle = (title: Decision & Pick<OperatedTitle, 'first_at' | 'ends_at'>): Subject => ({
  kind: 'title',
  decision: title,
  ownAt: title.first_at,
  endsAt: title.ends_at,
});
const subjectOfEpisode = (episode: OperatedEpisode): Subject => ({
  kind: 'episode',
  decision: episode,
  ownAt: episode.published_at,
  endsAt: episode.ends_at,
});

const versionOf = ({ changed_at: at }: Pick<OperatedTitle, 'changed_at'>): string | null => at?.toISOString() ?? null;

const toShown = ({ at, ...release }: Release, endsAt: Date | null, version: string | null): ShownRelease => ({
  ...release,
  at: at?.toISOString() ?? null,
  ends_at: endsAt?.toISOString() ?? null,
  version,
});

const showTitle = (title: OperatedTitle, now: Date): ShownTitle => ({
  id: title.id,
  name: title.name,
  ...toShown(releaseOf(subjectOfTitle(title), now), title.ends_at, versionOf(title)),
  rating_reasons: title.rating_reasons,
  trailer: title.trailer,
  cnt_episode: title.cnt_episode,
  cnt_out: title.cnt_out,
});

const showEpisode = (episode: OperatedEpisode, title: OperatedTitle, now: Date): ShownEpisode => ({
  id: episode.id,
  order: episode.order,
  episode_num: episode.episode_num,
  subject: episode.subject,
  own_state: releaseOf(subjectOfEpisode(episode), now).state,
  ...toShown(throughTitle(releaseOf(subjectOfEpisode(episode), now), title, now), episode.ends_at, versionOf(episode)),
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
  if (title === undefined) throw new MissingError(`There is no ${kind} ${id}.`, '없는 작품이거나 회차예요.');
  return { title, episode };
}

const subjectOf = ({ title, episode }: Found) => (episode ? subjectOfEpisode(episode) : subjectOfTitle(title));

async function showFound(db: Connection, target: Target, now: Date): Promise<Shown> {
  const { title, episode } = await find(db, target, now);
  const episodes = episode ? [episode] : await listEpisodesOfTitle(db, title.id);
  return { title: showTitle(title, now), episodes: episodes.map((one) => showEpisode(one, title, now)) };
}

/** A release in the audit log, with the name that it had. */
const toEntry = ({ title, episode }: Found, subject: Subject, now: Date) => {
  const { at, state, notice } = releaseOf(subject, now);
  return {
    name: episode ? `${title.name} ${episode.episode_num}` : title.name,
    state,
    at: at?.toISOString() ?? null,
    notice,
  };
};

export interface TitleOperationsOptions extends FileFolders {
  db: Connection;
  transact: Transact;
  clock: Clock;
  record: RecordChange;
}

export function createTitleOperations({
  db,
  transact,
  clock,
  record,
  ...places
}: TitleOperationsOptions): TitleOperations {
  const show = (target: Target) => showFound(db, target, clock.now());

  /** Decides and writes in one transaction, with the version that tells every process. */
  const change = (
    name: 'publish' | 'unpublish' | 'schedule' | 'delay',
    target: Target,
    version: Version | undefined,
    decide: (subject: Subject, now: Date) => Decision,
  ): Promise<Changed> =>
    transact(async (tx) => {
      await lockSetting(tx, LOCK_SETTING, '');
      const now = clock.now();
      const found = await find(tx, target, now);
      if (version !== undefined && version !== versionOf(found.episode ?? found.title))
        throw new ChangedMeanwhileError();
      const subject = subjectOf(found);
      const decision = decide(subject, now);
      const isSame = isSameDecision(subject.decision, decision);
      if (!isSame) {
        const { is_hidden, starts_at, notice } = decision;
        const isOut = [subject, { ...subject, decision }].some((one) => releaseOf(one, now).state === 'published');
        const was_out = (found.episode ?? found.title).was_out || isOut;
        await saveDecision(tx, { ...target, is_hidden, starts_at, notice, was_out, changed_at: now });
        await publishChange(tx, [found.title.id], now);
        await record(tx, {
          action: `${target.kind}.${name}`,
          subject: target,
          before: toEntry(found, subject, now),
          after: toEntry(found, { ...subject, decision }, now),
        });
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
      throw new RefusedError(
        `Files of its clips are missing:\n${error.message}`,
        '영상 파일이 없는 회차가 있어 공개할 수 없어요.',
      );
    }
  };

  return {
    async list(page) {
      const now = clock.now();
      return (await listTitlesAfter(db, page, now)).map((title) => showTitle(title, now));
    },
    show,
    async find({ keyword = '', ...asked }) {
      const now = clock.now();
      const { state, sorting } = asked;
      const named = wantedOf(keyword);
      const { count, ids } =
        named.wanted === '' && state === undefined && sorting === 'id'
          ? await listTitleIds(db, asked)
          : await listReleasedIds(db, { ...asked, named, state }, now);
      const found = new Map((await listTitlesOf(db, ids, now)).map((title) => [title.id, showTitle(title, now)]));
      return { count, results: ids.flatMap((id) => found.get(id) ?? []) };
    },
    async publish(target, version) {
      // Before the transaction: disks may be slow.
      await checkClips(await find(db, target, clock.now()));
      return change('publish', target, version, publish);
    },
    unpublish: (target, version) => change('unpublish', target, version, unpublish),
    schedule: (target, at, version) =>
      change('schedule', target, version, (subject, now) => schedule(subject, at, now)),
    delay: (target, to, version) => change('delay', target, version, (subject, now) => delay(subject, to, now)),
    async add(name, text) {
      const { id, outcome } = await addTitle({ transact, clock, ...places }, parseRecords(name, text), record);
      return { outcome, ...(await show({ kind: 'title', id })) };
    },
  };
}
