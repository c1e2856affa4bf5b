import { findTitleRecord } from '../catalogue/index.ts';
import { MissingError, RefusedError } from '../lib/refused-error.ts';
import { shownName } from './intake-error.ts';
import { isForEpisode } from './job.ts';
import type { MediaOperationsOptions } from './media-operations.ts';
import { setTarget } from './job-target-store.ts';
import { listJobsById, listTargetsOfTitles, lockJobs } from './store.ts';
import { withParticle } from '#contract/rules/particles.ts';

/**
 * Gives the video of a job to a title of the catalogue, under a number that it does not have. A running job keeps its
 * target: its worker has it.
 *
 * @throws RefusedError
 */
export const moveJob = (
  { transact, record }: Pick<MediaOperationsOptions, 'transact' | 'record'>,
  id: string,
  { titleId, number }: { titleId: number; number: number },
): Promise<void> =>
  transact(async (tx) => {
    await lockJobs(tx);
    const [job] = await listJobsById(tx, [id]);
    if (!job) throw new MissingError(`There is no job ${id}.`, '없는 작업이에요. 그사이 지워졌을 수 있어요.');
    const { target } = job;
    if (!isForEpisode(target) || target.isReplacing)
      throw new RefusedError('The job makes no new episode.', '새 회차를 만드는 작업만 옮길 수 있어요.');
    if (job.state === 'running' || job.state === 'done')
      throw new RefusedError(
        `The job is ${job.state}: cancel it first, or choose its clip in an episode of the other title.`,
        job.state === 'running'
          ? '진행 중인 작업이에요. 먼저 취소해 주세요.'
          : '끝난 작업이에요. 다른 작품의 회차에서 이 영상을 골라 주세요.',
      );
    const title = await findTitleRecord(tx, titleId);
    if (!title) throw new MissingError(`There is no title ${titleId}.`, '없는 작품이에요. 그사이 지워졌을 수 있어요.');
    const episodeNum = `${number}화`;
    const coming = (await listTargetsOfTitles(tx, [titleId])).filter(({ episodeId }) => episodeId !== target.episodeId);
    const isTaken =
      title.episodes.some((one) => one.episode_num === episodeNum) ||
      coming.some((one) => one.episodeNum === episodeNum);
    if (isTaken)
      throw new RefusedError(
        `"${title.name}" has ${episodeNum} already.`,
        `작품에 ${withParticle(episodeNum, '이/가')} 이미 있어요. 다른 번호를 적어 주세요.`,
      );
    const subject = target.subject === target.episodeNum ? episodeNum : target.subject;
    await setTarget(tx, id, { ...target, titleId, newTitle: null, episodeNum, subject });
    const name = shownName(job.name ?? job.source);
    await record(tx, {
      action: 'media.move',
      subject: { kind: 'media-job', id },
      before: { name, title: target.newTitle?.name ?? String(target.titleId), episodeNum: target.episodeNum },
      after: { name, title: title.name, episodeNum },
    });
  });
