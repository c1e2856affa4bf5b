import type { AddRequest, MediaOperations, MediaOperationsOptions } from './media-operations.ts';
import type { ShownEpisodeJob, ShownJob } from './shown-job.ts';
import { findTitleRecord, takeIds } from '../catalogue/index.ts';
import type { Connection } from '../db/open.ts';
import { MediaStoreError } from '../providers/media-store.ts';
import { MissingError, RefusedError } from '../lib/refused-error.ts';
import { IntakeError, shownName } from './intake-error.ts';
import { insertContents } from './contents/contents-store.ts';
import { hashContents } from './contents/find-added.ts';
import { ratingWarning } from './terms.ts';
import { clipIdOf } from './media-folder.ts';
import { isSameName } from './names.ts';
import { alreadyAJob, siftByNumber, siftBySource, throwFirst } from './sift-files.ts';
import {
  countUnfinished,
  insertJobs,
  listTargetsOfTitles,
  listTitlesToBe,
  listUnfinishedSources,
  lockJobs,
} from './store.ts';

/** Maximum unfinished jobs; more are likely a mistake, such as adding the root of a disk. */
const MOST_UNFINISHED = 2_000;

interface AddJobsNeeds {
  findTitle: MediaOperations['findTitle'];
  showAdded(ids: readonly string[], now?: Date): Promise<ShownJob[]>;
}

/** Adds jobs for the videos of episodes and advertisements. */
export function createAddJobs(
  options: MediaOperationsOptions,
  { findTitle, showAdded }: AddJobsNeeds,
): Pick<MediaOperations, 'add' | 'addAdvertisementClips'> {
  const { db, transact, clock, random, mediaStore, clipKeys, record } = options;

  /** @returns a warning if other machines may work on the jobs. */
  const checkTools = (): string | null => {
    try {
      options.findTools();
      return null;
    } catch (error) {
      if (!(error instanceof IntakeError)) throw error;
      if (options.isOnlyWorker) throw new RefusedError(error.message);
      return error.message;
    }
  };

  /** @returns a warning if the media store does not answer. */
  const checkStore = async (): Promise<string | null> => {
    try {
      await mediaStore.check();
      return null;
    } catch (error) {
      if (!(error instanceof MediaStoreError)) throw error;
      return `${error.message} The videos wait until it can be used.`;
    }
  };

  /** Finds the title that gets the episodes. Jobs that name the same new title share it. */
  const findTarget = async (tx: Connection, title: AddRequest['title']) => {
    if ('id' in title) {
      const record = await findTitleRecord(tx, title.id);
      const [toBe] = record ? [] : (await listTitlesToBe(tx)).filter(({ titleId }) => titleId === title.id);
      if (!record && !toBe)
        throw new MissingError(`There is no title ${title.id}.`, '없는 작품이에요. 그사이 지워졌을 수 있어요.');
      return { titleId: title.id, newTitle: toBe?.newTitle ?? null, taken: record?.episodes ?? [] };
    }
    const toBe = (await listTitlesToBe(tx)).find(({ newTitle }) => isSameName(newTitle!.name, title.name));
    const newTitle = {
      name: title.name,
      content_rating: title.contentRating,
      ...(title.facts && { facts: title.facts }),
    };
    if (!toBe) return { titleId: undefined, newTitle, taken: [] };
    const record = await findTitleRecord(tx, toBe.titleId);
    return { titleId: toBe.titleId, newTitle: toBe.newTitle, taken: record?.episodes ?? [] };
  };

  /** @throws RefusedError */
  const checkRoom = async (tx: Connection, cntNew: number): Promise<void> => {
    if ((await countUnfinished(tx)) + cntNew > MOST_UNFINISHED)
      throw new RefusedError(
        `More than ${MOST_UNFINISHED} videos would wait: add the rest when some are done.`,
        '기다리는 작업이 너무 많아요. 몇 개가 끝난 다음 더해 주세요.',
      );
  };

  return {
    async add({ title, access, isPublished, protection, pictures, episodes: wanted, skipsRefused = false }, onAdd) {
      if (protection !== undefined && clipKeys === undefined)
        throw new RefusedError(
          'This service has no secret for keys, so it cannot protect videos.',
          '이 서버는 영상을 암호화할 수 없어요.',
        );
      const warnings = [checkTools(), await checkStore()].filter((warning) => warning !== null);
      const readable = await siftBySource(wanted);
      if (!skipsRefused) throwFirst(readable);
      if ('name' in title) {
        const same = await findTitle(title.name);
        const isComing = (await listTitlesToBe(db)).some(({ titleId }) => titleId === same?.id);
        if (same && !isComing)
          throw new RefusedError(
            `Title ${same.id} is called "${same.name}": add to it with --title ${same.id}.`,
            '같은 이름의 작품이 있어요. 그 작품에 더해 주세요.',
          );
      }
      const hashes = await hashContents(readable.free.map(({ source }) => source));
      const now = clock.now();
      const { titleId, newTitle, targets, ids, refused } = await transact(async (tx) => {
        await lockJobs(tx);
        const target = await findTarget(tx, title);
        const coming = target.titleId === undefined ? [] : await listTargetsOfTitles(tx, [target.titleId]);
        const comingNumbers = new Set(coming.map((one) => one.episodeNum));
        const sifted = siftByNumber(readable.free, {
          replaceable: new Set(
            target.taken.map(({ episode_num: number }) => number).filter((number) => !comingNumbers.has(number)),
          ),
          taken: [...target.taken.map(({ episode_num: number }) => number), ...coming.map((one) => one.episodeNum)],
          working: await listUnfinishedSources(
            tx,
            readable.free.map(({ source }) => source),
          ),
        });
        const problems = [...readable.problems, ...sifted.problems];
        if (!skipsRefused || sifted.free.length === 0) throwFirst({ problems });
        const episodes = sifted.free;
        await checkRoom(tx, episodes.length);
        const jobIds = episodes.map(() => random.uuid());
        const next = await takeIds(tx, { title: target.titleId === undefined ? 1 : 0, episode: episodes.length });
        const chosenId = target.titleId ?? next.title;
        const replacedBy = ({ replaces, numberText }: (typeof episodes)[number]) => {
          const replaced = replaces && target.taken.find(({ episode_num: number }) => number === numberText);
          return replaced
            ? {
                episodeId: replaced.id,
                subject: replaced.subject,
                access: replaced.access,
                isReplacing: true as const,
              }
            : {};
        };
        const jobs = episodes.map((episode, index) => {
          const { source, subject, bytes, numberText, name = null, facts, still } = episode;
          return {
            id: jobIds[index]!,
            name,
            source,
            sourceBytes: bytes,
            pictures,
            target: {
              titleId: chosenId,
              newTitle: target.newTitle,
              episodeId: next.episode + index,
              access,
              isPublished,
              ...(protection && { protection }),
              // What files beside the video say belongs to a new episode.
              ...(facts && !episode.replaces && { facts }),
              ...(still !== undefined && !episode.replaces && { still }),
              episodeNum: numberText,
              subject: subject ?? numberText,
              ...replacedBy(episode),
            },
          };
        });
        await insertJobs(tx, jobs, now);
        if (protection) for (const { id } of jobs) await clipKeys?.make(tx, clipIdOf(id), protection);
        await record(tx, {
          action: 'media.add',
          subject: { kind: 'title', id: chosenId },
          before: null,
          after: {
            episodes: jobs.map(({ id, name, source, target: { episodeNum } }) => ({
              ...{ id, source: name ?? source, episodeNum },
            })),
          },
        });
        await insertContents(
          tx,
          jobs.flatMap(({ id, source }) => {
            const hash = hashes.get(source);
            return hash === undefined ? [] : [{ clipId: clipIdOf(id), hash, source }];
          }),
          now,
        );
        await onAdd?.(tx, jobIds);
        return {
          titleId: chosenId,
          newTitle: target.newTitle,
          targets: jobs.map(({ target: each }) => each),
          ids: jobIds,
          refused: problems.map(({ message }) => message),
        };
      });
      const shown = await showAdded(ids, now);
      const warning = newTitle && ratingWarning(newTitle.name, newTitle.content_rating, options.hasAgeProof ?? true);
      if (warning) warnings.push(warning);
      const jobs = targets.map(({ episodeId, episodeNum }, index): ShownEpisodeJob => ({
        ...shown[index]!,
        title_id: titleId,
        episode_id: episodeId,
        episode_num: episodeNum,
      }));
      return { title_id: titleId, jobs, refused, warning: warnings.join('\n') || null };
    },

    async addAdvertisementClips(videos, onAdd) {
      checkTools();
      const readable = await siftBySource(videos);
      throwFirst(readable);
      const ids = videos.map(() => random.uuid());
      await transact(async (tx) => {
        await lockJobs(tx);
        const [working] = await listUnfinishedSources(
          tx,
          videos.map(({ source }) => source),
        );
        if (working !== undefined) throw alreadyAJob(working);
        await checkRoom(tx, videos.length);
        const jobs = readable.free.map(({ source, bytes, name = null }, index) => ({
          id: ids[index]!,
          name,
          source,
          sourceBytes: bytes,
          pictures: {},
          target: { use: 'advertisement' as const },
        }));
        await insertJobs(tx, jobs, clock.now());
        for (const { id, name, source } of jobs)
          await record(tx, {
            action: 'media.add',
            subject: { kind: 'media-job', id },
            before: null,
            after: { name: shownName(name ?? source), clip_id: clipIdOf(id) },
          });
        await onAdd?.(tx, ids);
      });
      return showAdded(ids);
    },
  };
}
