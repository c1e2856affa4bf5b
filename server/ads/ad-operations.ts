import type {
  AdvertisementClip,
  AdvertisementFields,
  AdvertisementFigures,
  AdvertisementQuery,
  OperatedAdvertisement,
} from '#contract/console/advertisements.ts';
import type { AuditEntry } from '#contract/console/audit.ts';
import { listDecisions } from '#server/staff/audit/index.ts';
import type { RecordChange } from '#server/staff/audit/record.ts';
import { checkRecordFiles, CatalogueError, type FileFolders } from '../catalogue/format/index.ts';
import { changeCatalogue, clipFolderOf, clipOf, versionOfPart, type FindFaces } from '../catalogue/index.ts';
import type { Connection, Transact } from '../db/open.ts';
import type { AdvertisementRow, ClipRow } from '../db/tables.ts';
import type { Clock } from '../lib/clock.ts';
import { ChangedMeanwhileError, MissingError, RefusedError } from '../lib/refused-error.ts';
import { shareOf, stateOf } from './choice-rules.ts';
import { lastDays } from '#server/lib/korean-days.ts';
import {
  countOperated,
  findClipRow,
  findNextId,
  insertAdvertisement,
  isOutUnder,
  listClips,
  listDays,
  listOperated,
  sumRunningWeights,
  updateAdvertisement,
  type AdvertisementFilter,
  type Counts,
  type OperatedRow,
} from './operated-store.ts';

/** Days whose figures are shown. */
const SHOWN_DAYS = 28;
const NO_COUNTS: Counts = { cnt_impression: 0, cnt_start: 0, cnt_complete: 0, cnt_skip: 0, cnt_error: 0 };
/** Earlier decisions that are shown with an advertisement. */
const MOST_DECISIONS = 10;

interface ShownAdvertisement {
  advertisement: OperatedAdvertisement;
  days: (AdvertisementFigures & { day: string })[];
  decisions: AuditEntry[];
}

/**
 * What an operator does with advertisements. A change takes effect for breaks that begin after it, without a restart. Each
 * write throws RefusedError with the reason for the operator, and ChangedMeanwhileError for another version than the
 * current one.
 */
export interface AdOperations {
  page(query: AdvertisementQuery): Promise<{ count: number; results: OperatedAdvertisement[] }>;
  show(id: number): Promise<ShownAdvertisement>;
  add(fields: AdvertisementFields): Promise<OperatedAdvertisement>;
  change(id: number, fields: AdvertisementFields, version: string): Promise<OperatedAdvertisement>;
  /** Ends it now. One that has ended stays as it is. */
  end(id: number, version: string): Promise<OperatedAdvertisement>;
  clips(query: { keyword?: string | undefined; limit: number; offset: number }): Promise<{
    count: number;
    results: AdvertisementClip[];
    is_partial: boolean;
  }>;
}

const figuresOf = ({ cnt_impression, cnt_start, cnt_complete, cnt_skip, cnt_error }: Counts): AdvertisementFigures => ({
  cnt_impression,
  cnt_start,
  cnt_complete,
  cnt_skip,
  cnt_error,
  // The impression of a completed one may be in another day, or lost.
  completion_rate: cnt_impression === 0 ? null : Math.min(1, cnt_complete / cnt_impression),
});

/** The fields as operators see them, and as the audit log keeps them. */
const fieldsOf = ({ title, clip_id, skip_after, weight, starts_at: startsAt, ends_at: endsAt }: AdvertisementRow) => ({
  title,
  clip_id,
  skip_after,
  weight,
  starts_at: startsAt?.toISOString() ?? null,
  ends_at: endsAt?.toISOString() ?? null,
});

const versionOf = (row: AdvertisementRow): string => versionOfPart(fieldsOf(row));

const present = (row: OperatedRow, { now, totalWeight }: { now: Date; totalWeight: number }): OperatedAdvertisement => {
  const state = stateOf(row, now);
  const { title, skip_after, weight, starts_at, ends_at } = fieldsOf(row);
  return {
    id: row.id,
    title,
    clip: { id: row.clip_id, name: row.clip_name, duration: row.duration },
    skip_after,
    weight,
    starts_at,
    ends_at,
    state,
    share: state === 'running' ? shareOf(row, totalWeight) : null,
    total: figuresOf(row),
    version: versionOf(row),
  };
};

const advertisementOf = ({
  id,
  title,
  clip_id,
  skip_after,
  weight,
  starts_at,
  ends_at,
}: OperatedRow): AdvertisementRow => ({
  id,
  title,
  clip_id,
  skip_after,
  weight,
  starts_at,
  ends_at,
});

const rowOf = (id: number, fields: AdvertisementFields): AdvertisementRow => ({
  id,
  title: fields.title,
  clip_id: fields.clip_id,
  skip_after: fields.skip_after,
  weight: fields.weight,
  starts_at: fields.starts_at === null ? null : new Date(fields.starts_at),
  ends_at: fields.ends_at === null ? null : new Date(fields.ends_at),
});

/** @throws RefusedError when the fields contradict each other */
function checkFields({ skip_after: skipAfter, starts_at: startsAt, ends_at: endsAt }: AdvertisementRow, clip: ClipRow) {
  if (skipAfter !== null && skipAfter >= clip.duration)
    throw new RefusedError(
      `The clip lasts ${clip.duration} s.`,
      `영상이 ${clip.duration}초라서 건너뛰기는 그보다 일찍이어야 해요.`,
    );
  if (startsAt !== null && endsAt !== null && endsAt <= startsAt)
    throw new RefusedError('The end is not after the start.', '끝나는 시각은 시작하는 시각보다 뒤여야 해요.');
}

const noFaces: FindFaces = () => Promise.resolve(new Map());

export function createAdOperations(
  options: {
    db: Connection;
    transact: Transact;
    clock: Clock;
    record: RecordChange;
    /** Without it, clips have no pictures. */
    findFaces?: FindFaces;
  } & FileFolders,
): AdOperations {
  const { db, transact, clock, record, findFaces = noFaces, ...places } = options;

  const read = async (
    connection: Connection,
    filter: Omit<AdvertisementFilter, 'now'>,
    part: Pick<AdvertisementQuery, 'sorting' | 'direction' | 'limit' | 'offset'>,
  ) => {
    const now = clock.now();
    const rows = await listOperated(connection, { ...filter, now }, part);
    const totalWeight = await sumRunningWeights(connection, now);
    return rows.map((row) => ({ row, shown: present(row, { now, totalWeight }) }));
  };
  const find = async (connection: Connection, id: number) => {
    const [found] = await read(connection, { id }, { sorting: 'id', direction: 'up', limit: 1, offset: 0 });
    if (!found) throw new MissingError(`There is no advertisement ${id}.`, '없는 광고예요.');
    return found;
  };

  /** Viewers must not get an episode with the address of an advertisement. @throws RefusedError */
  const findUsableClip = async (connection: Connection, id: string): Promise<ClipRow> => {
    const clip = await findClipRow(connection, id);
    if (!clip) throw new RefusedError(`There is no clip ${id}.`, '없는 영상이에요. 다른 영상을 골라 주세요.');
    if (await isOutUnder(connection, clipFolderOf(clip), clock.now()))
      throw new RefusedError(
        'Viewers see an episode that plays this clip.',
        '공개한 회차가 쓰는 영상이라 광고로 쓸 수 없어요.',
      );
    return clip;
  };
  /** Viewers must not meet an advertisement that cannot play. @throws RefusedError */
  const checkFiles = async (clip: ClipRow): Promise<void> => {
    try {
      await checkRecordFiles([{ source: 'in the catalogue', record: clipOf(clip) }], places);
    } catch (error) {
      if (!(error instanceof CatalogueError)) throw error;
      throw new RefusedError(`Files of the clip are missing:\n${error.message}`, '이 영상의 파일이 없어요.');
    }
  };

  /** Writes under the lock of imports, which replace advertisements too. */
  const write = async (
    id: number,
    version: string,
    action: 'advertisement.change' | 'advertisement.end',
    next: (row: AdvertisementRow, tx: Connection) => Promise<AdvertisementRow> | AdvertisementRow,
  ) =>
    transact((tx) =>
      changeCatalogue(tx, clock.now(), async () => {
        const { row, shown } = await find(tx, id);
        if (shown.version !== version) throw new ChangedMeanwhileError();
        const before = advertisementOf(row);
        const after = await next(before, tx);
        if (versionOf(after) === version) return { isChanged: false, result: shown };
        await updateAdvertisement(tx, after);
        await record(tx, {
          action,
          subject: { kind: 'advertisement', id },
          before: fieldsOf(before),
          after: fieldsOf(after),
        });
        return { isChanged: true, result: (await find(tx, id)).shown };
      }),
    );

  return {
    async page({ keyword, state, ...part }) {
      const filter = { keyword, state };
      const count = await countOperated(db, { ...filter, now: clock.now() });
      return { count, results: (await read(db, filter, part)).map(({ shown }) => shown) };
    },
    async show(id) {
      const { shown } = await find(db, id);
      const shownDays = lastDays(clock.now(), SHOWN_DAYS);
      const counted = await listDays(db, id, shownDays[0]!);
      const decisions = await listDecisions(db, { kind: 'advertisement', ids: [String(id)], limit: MOST_DECISIONS });
      return {
        advertisement: shown,
        days: shownDays.map((day) => ({ day, ...figuresOf(counted.find((one) => one.day === day) ?? NO_COUNTS) })),
        decisions: decisions.get(String(id)) ?? [],
      };
    },
    async add(fields) {
      // Before the transaction: disks may be slow.
      await checkFiles(await findUsableClip(db, fields.clip_id));
      return transact((tx) =>
        changeCatalogue(tx, clock.now(), async () => {
          const row = rowOf(await findNextId(tx), fields);
          // Again: the clip may have been removed or published during the check of its files.
          checkFields(row, await findUsableClip(tx, fields.clip_id));
          await insertAdvertisement(tx, row);
          await record(tx, {
            action: 'advertisement.add',
            subject: { kind: 'advertisement', id: row.id },
            before: null,
            after: fieldsOf(row),
          });
          return { isChanged: true, result: (await find(tx, row.id)).shown };
        }),
      );
    },
    async change(id, fields, version) {
      const { row } = await find(db, id);
      if (row.clip_id !== fields.clip_id) await checkFiles(await findUsableClip(db, fields.clip_id));
      const after = rowOf(id, fields);
      return write(id, version, 'advertisement.change', async (before, tx) => {
        // A clip that was chosen before stays, also when an episode plays it by now.
        const known = before.clip_id === fields.clip_id ? await findClipRow(tx, before.clip_id) : undefined;
        checkFields(after, known ?? (await findUsableClip(tx, fields.clip_id)));
        return after;
      });
    },
    end: (id, version) =>
      write(id, version, 'advertisement.end', (row) => {
        const now = clock.now();
        if (stateOf(row, now) === 'ended') return row;
        return { ...row, starts_at: row.starts_at !== null && row.starts_at > now ? now : row.starts_at, ends_at: now };
      }),
    async clips({ keyword = '', ...part }) {
      const { rows, ...found } = await listClips(db, keyword, { ...part, now: clock.now() });
      const faces = await findFaces(
        db,
        rows.map(({ id }) => id),
      );
      return {
        ...found,
        results: rows.map(({ id, name, duration, used_by, is_out: isOut }) => ({
          id,
          name: name ?? faces.get(id)?.file ?? null,
          picture: faces.get(id)?.picture ?? null,
          duration,
          is_free: !isOut,
          used_by,
        })),
      };
    },
  };
}
