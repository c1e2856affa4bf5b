import type { EpisodeMove } from '#contract/console/moving.ts';
import type { EditedTitle } from '#contract/console/title-editing.ts';
import { withParticle } from '#contract/rules/particles.ts';
import {
  checkVersion,
  clipIdsOf,
  inOrder,
  missing,
  type EditTitleOptions,
} from '#server/catalogue/editing/edit-title.ts';
import { failInForm, fieldsOfEpisode } from '#server/catalogue/editing/edited-fields.ts';
import { LOCK_SETTING } from '#server/catalogue/editing/lock.ts';
import { NO_DECISION } from '#server/catalogue/editing/publication-rules.ts';
import {
  findTitle,
  saveDecision,
  type OperatedEpisode,
  type OperatedTitle,
} from '#server/catalogue/editing/publication-store.ts';
import { isOutNow } from '#server/catalogue/editing/removability.ts';
import { listClipRecords, listThemeRecordsOf } from '#server/catalogue/editing/title-record-store.ts';
import { checkCatalogue, type TitleRecord } from '#server/catalogue/format/index.ts';
import { publishChange } from '#server/catalogue/prepare.ts';
import { findRecordsOfEpisode, withEpisode } from '#server/catalogue/single-episodes.ts';
import { findTitleRecord } from '#server/catalogue/transfer/export-store.ts';
import { DEMO_SETTING } from '#server/catalogue/transfer/import-catalogue.ts';
import type { Connection } from '#server/db/open.ts';
import { RefusedError } from '#server/lib/refused-error.ts';
import { lockSetting, removeSetting } from '#server/settings/index.ts';
import type { RecordChange } from '#server/staff/audit/record.ts';
import { carryMoved, MOST_MOVES, noteMove } from './carry.ts';
import { countBuyers, moveRows } from './moves-store.ts';

/** The answer waits so long for the rows of viewers to follow, in ms; a job carries what is left. */
const CARRIES_FOR_MS = 2_000;

export interface EpisodeMoving {
  /** Tells an operator beforehand how a move would change what viewers see and own. @throws MissingError */
  lookAtMove(episodeId: number, titleId: number): Promise<EpisodeMove>;
  /** Moves an episode; answers the other title. @throws ChangedMeanwhileError, RefusedError */
  moveEpisode(episodeId: number, to: { version: string; title_id: number; episode_num: string }): Promise<EditedTitle>;
}

const hasNumber = ({ episodes }: TitleRecord, number: string) =>
  episodes.some(({ episode_num: one }) => one.normalize('NFC').trim() === number.normalize('NFC').trim());

const productsOfEpisode = ({ products = [] }: TitleRecord, episodeId: number) =>
  products.filter(({ episode_id: id }) => id === episodeId);

/** Both titles after the move. */
function moved(from: TitleRecord, to: TitleRecord, episodeId: number, number: string) {
  const episode = from.episodes.find(({ id }) => id === episodeId)!;
  const own = productsOfEpisode(from, episodeId);
  return {
    from: {
      ...from,
      episodes: inOrder(from.episodes.filter((one) => one !== episode)),
      products: (from.products ?? []).filter((product) => !own.includes(product)),
    },
    to: {
      ...to,
      episodes: withEpisode(to.episodes, { ...episode, episode_num: number }),
      products: [...(to.products ?? []), ...own],
    },
  };
}

interface Found {
  now: Date;
  episode: OperatedEpisode;
  from: TitleRecord;
  fromTitle: OperatedTitle;
  to: TitleRecord;
  title: OperatedTitle;
}

/** A draft that viewers have never seen must not come out because it moves. */
const hides = ({ episode, fromTitle, title }: Found) =>
  fromTitle.is_hidden && !title.is_hidden && !episode.is_hidden && !episode.was_out;

/** Keeps what viewers see: notes that they saw it, so that moving it back shows it again. */
async function keepRelease(tx: Connection, found: Found): Promise<void> {
  const { now, episode, fromTitle } = found;
  const isOut =
    isOutNow('title', fromTitle, fromTitle.first_at, now) && isOutNow('episode', episode, episode.published_at, now);
  if (!hides(found) && (!isOut || episode.was_out)) return;
  const { starts_at, notice } = episode;
  await saveDecision(tx, {
    ...{ ...NO_DECISION, kind: 'episode', id: episode.id, starts_at, notice, changed_at: now },
    is_hidden: episode.is_hidden || hides(found),
    was_out: episode.was_out || isOut,
  });
}

export function createEpisodeMoving(
  options: EditTitleOptions & { record: RecordChange; show(id: number): Promise<EditedTitle> },
): EpisodeMoving {
  const { transact, clock, record: recordChange, show } = options;

  const find = async (tx: Connection, episodeId: number, titleId: number): Promise<Found> => {
    const now = clock.now();
    const { episode, title: fromTitle, record: from } = await findRecordsOfEpisode(tx, episodeId, now);
    const to = await findTitleRecord(tx, titleId);
    const title = to && (await findTitle(tx, titleId, now));
    if (!to || !title) throw missing(`title ${titleId}`);
    return { now, episode, from, fromTitle, to, title };
  };

  /** The rules of both titles as they will be. */
  const check = async (tx: Connection, titles: readonly TitleRecord[]) => {
    const clips = await listClipRecords(tx, [...new Set(titles.flatMap(clipIdsOf))]);
    const themes = await listThemeRecordsOf(tx, [...new Set(titles.flatMap((title) => title.themes))]);
    await checkCatalogue([...titles, ...clips, ...themes].map((record) => ({ source: 'console', record })));
  };

  return {
    lookAtMove: (episodeId, titleId) =>
      transact(async (tx) => {
        const found = await find(tx, episodeId, titleId);
        const { now, episode, from, to, title } = found;
        return {
          is_number_taken: hasNumber(to, episode.episode_num),
          release: hides(found) ? 'hides' : title.is_hidden ? 'title-hidden' : 'kept',
          is_rated_otherwise: from.content_rating !== to.content_rating,
          cnt_bought: await countBuyers(tx, from.id, now),
          cnt_product: productsOfEpisode(from, episodeId).length,
        };
      }),

    async moveEpisode(episodeId, { version, title_id: titleId, episode_num: given }) {
      const number = given.normalize('NFC').trim();
      await transact(async (tx) => {
        await lockSetting(tx, LOCK_SETTING, '');
        const found = await find(tx, episodeId, titleId);
        const { now, episode, from, to } = found;
        if (from.id === to.id)
          throw new RefusedError(`Episode ${episodeId} is of title ${titleId}.`, '이미 그 작품의 회차예요.');
        checkVersion(version, fieldsOfEpisode(from.episodes.find(({ id }) => id === episodeId)!));
        if (hasNumber(to, number))
          throw new RefusedError(
            `Title ${titleId} has an episode "${number}".`,
            `${to.name}에 ${withParticle(number, '이/가')} 이미 있어요. 다른 이름을 적어 주세요.`,
          );
        const next = moved(from, to, episodeId, number);
        await check(tx, [next.from, next.to]);
        const placed = [next.from, next.to].flatMap(({ id, episodes }) =>
          episodes.map((one) => ({ id: one.id, item_id: id, order: one.order })),
        );
        await keepRelease(tx, found);
        await moveRows(tx, { episodeId, from: from.id, to: to.id, number }, placed);
        if (!(await noteMove(tx, episodeId, now)))
          throw new RefusedError(
            `${MOST_MOVES} moves are still being carried out.`,
            '앞서 옮긴 회차를 아직 정리하고 있어요. 몇 분 뒤에 다시 시도해 주세요.',
          );
        await removeSetting(tx, DEMO_SETTING);
        await publishChange(tx, [from.id, to.id], now);
        await recordChange(tx, {
          action: 'episode.move',
          subject: { kind: 'episode', id: episodeId },
          before: {
            name: `${from.name} ${episode.episode_num}`,
            item_name: from.name,
            episode_num: episode.episode_num,
          },
          after: { name: `${to.name} ${number}`, item_name: to.name, episode_num: number },
        });
      }).catch((error: unknown) => failInForm(error, ''));
      // The move is stored: the job 'moving episodes' goes on where this stops, and logs what fails.
      await carryMoved({ transact, clock }, AbortSignal.timeout(CARRIES_FOR_MS)).catch(() => undefined);
      return show(titleId);
    },
  };
}
