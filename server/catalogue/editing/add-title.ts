import type { Change, RecordChange } from '#server/staff/audit/record.ts';
import type { Connection, Transact } from '#server/db/open.ts';
import type { PublicationRow } from '#server/db/tables.ts';
import { checkPicturesStay } from '#server/catalogue/pictures/check-pictures.ts';
import { clipFolderOf } from '#server/catalogue/format/clip-folder.ts';
import type { Clock } from '#server/lib/clock.ts';
import { RefusedError } from '#server/lib/refused-error.ts';
import { lockSetting, removeSetting } from '#server/settings/index.ts';
import {
  CatalogueError,
  checkCatalogue,
  checkRecordFiles,
  playedInside,
  PLAYED_TRAILER,
  recordLabel,
  type CatalogueProblem,
  type CatalogueRecord,
  type ClipRecord,
  type FileFolders,
  type SourcedRecord,
  type TitleRecord,
} from '#server/catalogue/format/index.ts';
import { checkClipFolders, DEMO_SETTING, MAXIMUM_TRIES } from '#server/catalogue/transfer/import-catalogue.ts';
import { applyChanges, findChangedTitles, findChanges, isEmpty } from '#server/catalogue/transfer/import-changes.ts';
import { toRows, type CatalogueRows } from '#server/catalogue/transfer/import-rows.ts';
import { LOCK_SETTING } from './lock.ts';
import { publishChange } from '#server/catalogue/prepare.ts';
import { NO_DECISION } from './publication-rules.ts';
import { saveDecision } from './publication-store.ts';
import { findVersion } from '#server/catalogue/store.ts';
import {
  listClipRecords,
  listKeysOfTitle,
  listPlayedUnder,
  listTaken,
  listThemeRecordsOf,
  placeOfTitle,
  refreshClipFacts,
  type Taken,
} from './title-record-store.ts';

/** Where problems say that a record was read which the catalogue has already. */
const IN_CATALOGUE = 'in the catalogue';

interface Given {
  title: SourcedRecord & { record: TitleRecord };
  /** All records, the title among them. */
  records: readonly SourcedRecord[];
  clipIds: string[];
}

const isTitle = (sourced: SourcedRecord): sourced is Given['title'] => sourced.record.kind === 'title';

/** @throws RefusedError unless the records are one title, alone or with its clips. */
function readGiven(records: readonly SourcedRecord[]): Given {
  const [title, second] = records.filter(isTitle);
  if (title === undefined) throw new RefusedError('There is no title.');
  if (second !== undefined)
    throw new RefusedError(`${second.source}: a second title: add one at a time, or import a whole catalogue.`);
  const other = records.find(({ record }) => record.kind !== 'title' && record.kind !== 'clip');
  if (other !== undefined)
    throw new RefusedError(`${recordLabel(other.source, other.record)}: only clips come with a title.`);
  const clipIds = records.flatMap(({ record }) => (record.kind === 'clip' ? [record.id] : []));
  return { title, records, clipIds };
}

function problemOf({ source, record }: Given['title'], { what, id, owner }: Taken): CatalogueProblem {
  const list = what === 'episode' ? record.episodes : (record.products ?? []);
  const place = list.findIndex((one) => one.id === id);
  return {
    record: recordLabel(source, record),
    field: what === 'series' ? 'series.order' : `${what}s[${place}].id`,
    message: what === 'series' ? `place ${id} is taken by "${owner}"` : `${what} id ${id} is taken by "${owner}"`,
    shown: what === 'series' ? `시리즈의 ${id}번째는 "${owner}"의 자리예요.` : undefined,
  };
}

const clipsOf = (records: readonly SourcedRecord[]): ClipRecord[] =>
  records.flatMap(({ record }) => (record.kind === 'clip' ? [record] : []));

/** Clips that the trailer's address would open and an episode of the catalogue plays. */
async function findPlayedByOthers(
  tx: Connection,
  { trailer }: TitleRecord,
  sourced: readonly SourcedRecord[],
): Promise<string[]> {
  if (trailer === null) return [];
  const clip = clipsOf(sourced).find(({ id }) => id === trailer) ?? (await listClipRecords(tx, [trailer]))[0];
  return clip === undefined ? [] : listPlayedUnder(tx, clipFolderOf(clip));
}

const atPlace = (rows: CatalogueRows, position: number): CatalogueRows => ({
  ...rows,
  // The checks need the catalogue's themes, but a single title never writes them.
  themes: [],
  items: rows.items.map((row) => ({ ...row, position })),
  item_themes: rows.item_themes.map((row) => ({ ...row, position })),
});

/** The wanted state of a title. Read inside the transaction whose version the change is checked against. */
export interface ComposedTitle {
  /** One title, and the clips that come with it. */
  records: readonly SourcedRecord[];
  /** Clips that leave the catalogue with this change. */
  removedClipIds?: readonly string[];
  /** Titles and episodes to hide in the same transaction, until an operator publishes them. */
  hidden?: readonly Pick<PublicationRow, 'kind' | 'id'>[];
  /**
   * Clips whose files must exist. Default: all files that the title refers to. A change of a text must not fail because a
   * file is missing that nobody has touched.
   */
  checkedClipIds?: readonly string[];
  /** For the audit log, if an operator asks for the change. */
  change?: Change;
}

export interface WriteTitleOptions extends FileFolders {
  transact: Transact;
  clock: Clock;
  /** Default: no operator asks for the change, so it is not recorded. */
  record?: RecordChange;
}

/**
 * Changes one title into what `compose` makes of it, without touching any other. One transaction writes the rows that
 * differ, with the new version. Calls `compose` again when somebody else has changed the catalogue in the meantime.
 *
 * @throws CatalogueError, RefusedError, and what `compose` throws.
 */
export async function writeTitle(
  { transact, clock, record: recordChange, catalogueFolder, mediaStore }: WriteTitleOptions,
  compose: (tx: Connection) => Promise<ComposedTitle>,
): Promise<{ id: number; outcome: 'added' | 'changed' | 'unchanged' }> {
  for (let tries = 1; tries <= MAXIMUM_TRIES; tries += 1) {
    const before = await transact(async (tx) => {
      const version = await findVersion(tx);
      const { records: sourced, removedClipIds = [], hidden = [], checkedClipIds, change } = await compose(tx);
      const given = readGiven(sourced);
      const { record } = given.title;
      const used = [...record.episodes.map(({ clip }) => clip), ...(record.trailer === null ? [] : [record.trailer])];
      const others = used.filter((id) => !given.clipIds.includes(id));
      return {
        ...given,
        version,
        hidden,
        others,
        removedClipIds,
        checkedClipIds,
        change,
        known: [...(await listClipRecords(tx, others)), ...(await listThemeRecordsOf(tx, record.themes))],
        taken: await listTaken(tx, record),
        played: await findPlayedByOthers(tx, record, sourced),
        ...(await placeOfTitle(tx, record.id)),
      };
    });
    const { title, records, clipIds } = before;
    const { record } = title;
    const known = before.known.map((one: CatalogueRecord) => ({ source: IN_CATALOGUE, record: one }));
    const all = [...records, ...known];
    const { checkedClipIds } = before;
    await checkCatalogue(all, checkedClipIds === undefined ? { folder: catalogueFolder, mediaStore } : {});
    const touched = all.filter((one) => one.record.kind === 'clip' && checkedClipIds?.includes(one.record.id));
    await checkRecordFiles(touched, { catalogueFolder, mediaStore });
    if (before.taken.length > 0) throw new CatalogueError(before.taken.map((taken) => problemOf(title, taken)));
    const [played] = before.played;
    if (played !== undefined)
      throw new CatalogueError([
        {
          record: recordLabel(title.source, record),
          field: 'trailer',
          message: playedInside(record.trailer!, played),
          shown: PLAYED_TRAILER,
        },
      ]);
    checkClipFolders(records.map((one) => one.record));

    const rows = atPlace(
      toRows(
        all.map((one) => one.record),
        clock.now(),
      ),
      before.position,
    );
    const replaced = { titleId: record.id, clipIds: [...clipIds, ...before.others, ...before.removedClipIds] };
    const changes = await findChanges(transact, rows, (tx, table) => listKeysOfTitle(tx, table, replaced));
    if (isEmpty(changes)) return { id: record.id, outcome: 'unchanged' };
    const isWritten = await transact(async (tx) => {
      await lockSetting(tx, LOCK_SETTING, '');
      if ((await findVersion(tx)) !== before.version) return false;
      const titleIds = await findChangedTitles(tx, changes);
      await checkPicturesStay(tx, changes);
      await applyChanges(tx, changes, clock.now());
      await refreshClipFacts(tx, clipsOf(records));
      for (const target of before.hidden)
        await saveDecision(tx, { ...NO_DECISION, ...target, is_hidden: true, was_out: false, changed_at: clock.now() });
      // From now on the catalogue is the operator's: another demo must not replace it.
      await removeSetting(tx, DEMO_SETTING);
      await publishChange(tx, [record.id, ...titleIds], clock.now());
      if (recordChange && before.change) await recordChange(tx, before.change);
      return true;
    });
    if (isWritten) return { id: record.id, outcome: before.isKnown ? 'changed' : 'added' };
  }
  throw new Error('Imports changed the catalogue again and again; try later.');
}

/**
 * Adds a title with its episodes, or changes it into what the record says. Clips that the catalogue does not have yet
 * come with it.
 *
 * @throws CatalogueError, RefusedError
 */
export const addTitle = (
  options: WriteTitleOptions,
  records: readonly SourcedRecord[],
  record: RecordChange,
): ReturnType<typeof writeTitle> =>
  writeTitle({ ...options, record }, () => {
    const title = readGiven(records).title.record;
    return Promise.resolve({
      records,
      change: {
        action: 'title.add',
        subject: { kind: 'title', id: title.id },
        before: null,
        after: { name: title.name, cnt_episode: title.episodes.length },
      },
    });
  });
