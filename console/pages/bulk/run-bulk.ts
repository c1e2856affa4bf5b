import { changeTitle, getTitleRecord } from '#contract/console/title-editing.ts';
import { changeRelease, getOperatedTitle } from '#contract/console/titles.ts';
import { call, CallError, isConflict, messageOf } from '#console/lib/client.ts';
import {
  changesRelease,
  fieldChangeOf,
  isReleased,
  isSameValue,
  releaseUndoOf,
  type BulkChange,
  type FieldChange,
  type ReleaseStep,
} from './bulk-change.ts';

export interface NamedTitle {
  id: number;
  name: string;
}

/** What gives one title back what it had. */
type Undo = { title: NamedTitle } & (
  { field: FieldChange } | { release: { steps: readonly ReleaseStep[]; version: string | null } }
);

export interface Refusal extends NamedTitle {
  message: string;
}

export interface BulkOutcome {
  undos: readonly Undo[];
  /** How many were so already. */
  unchanged: number;
  refused: readonly Refusal[];
}

/** The calls that a change of many titles makes, one title after the other. */
export interface BulkCalls {
  readRecord(id: number): Promise<{ version: string; fields: Record<string, unknown> }>;
  saveFields(id: number, part: { version: string; fields: Record<string, unknown> }): Promise<unknown>;
  readRelease(id: number): Promise<{
    state: Parameters<typeof isReleased>[1]['state'];
    at: string | null;
    notice: string | null;
    version: string | null;
  }>;
  /** @returns the version after the step */
  release(id: number, step: ReleaseStep, version: string | null): Promise<string | null>;
}

const paramsOf = (id: number) => ({ params: { id: String(id) } });

export const BULK_CALLS: BulkCalls = {
  readRecord: (id) => call(getTitleRecord, paramsOf(id)),
  saveFields: (id, body) => call(changeTitle, { ...paramsOf(id), body }),
  readRelease: async (id) => (await call(getOperatedTitle, paramsOf(id))).title,
  release: async (id, step, version) =>
    (await call(changeRelease, { params: { kind: 'title', id: String(id) }, body: { ...step, version } })).title
      .version,
};

/** Saves one field, once more when somebody else has changed another one in the meantime. */
async function saveField(
  calls: BulkCalls,
  id: number,
  choose: (fields: Record<string, unknown>) => FieldChange | null,
): Promise<FieldChange | null> {
  for (let tries = 1; ; tries += 1) {
    const { version, fields } = await calls.readRecord(id);
    const field = choose(fields);
    if (field === null) return null;
    try {
      await calls.saveFields(id, { version, fields: { ...fields, [field.name]: field.after } });
      return field;
    } catch (error) {
      if (!isConflict(error) || tries > 1) throw error;
    }
  }
}

async function changeOne(calls: BulkCalls, change: BulkChange, title: NamedTitle): Promise<Undo | null> {
  if (!changesRelease(change)) {
    const field = await saveField(calls, title.id, (fields) => fieldChangeOf(change, fields));
    return field && { title, field };
  }
  const before = await calls.readRelease(title.id);
  if (isReleased(change.kind, before)) return null;
  const version = await calls.release(title.id, { action: change.kind }, before.version);
  return { title, release: { steps: releaseUndoOf(before, change.kind, new Date()), version } };
}

/** @throws CallError when somebody has changed it since */
async function undoOne(calls: BulkCalls, undo: Undo): Promise<void> {
  const { id } = undo.title;
  if ('field' in undo) {
    const { name, before, after } = undo.field;
    await saveField(calls, id, (fields) => {
      if (!isSameValue(name, fields[name] ?? null, after))
        throw new CallError('CHANGED_MEANWHILE', 409, '그사이 다른 값으로 바뀌어서 그대로 두었어요.');
      return { name, before: after, after: before };
    });
    return;
  }
  let { version } = undo.release;
  for (const step of undo.release.steps) version = await calls.release(id, step, version);
}

/** Works on one after the other; a lost connection ends it, and the rest is told as not done. */
async function inTurn<T>(
  list: readonly T[],
  titleOf: (one: T) => NamedTitle,
  work: (one: T) => Promise<void>,
  onProgress: (done: number) => void,
): Promise<Refusal[]> {
  const refused: Refusal[] = [];
  for (const [index, one] of list.entries()) {
    try {
      await work(one);
    } catch (error) {
      const isAway = !(error instanceof CallError) || error.code === 'AWAY';
      const left = isAway ? list.slice(index) : [one];
      refused.push(...left.map((each) => ({ ...titleOf(each), message: messageOf(error) })));
      if (isAway) break;
    }
    onProgress(index + 1);
  }
  return refused;
}

export async function runBulk(
  calls: BulkCalls,
  change: BulkChange,
  titles: readonly NamedTitle[],
  onProgress: (done: number) => void,
): Promise<BulkOutcome> {
  const undos: Undo[] = [];
  let unchanged = 0;
  const work = async (title: NamedTitle) => {
    const undo = await changeOne(calls, change, title);
    if (undo) undos.push(undo);
    else unchanged += 1;
  };
  const refused = await inTurn(titles, (title) => title, work, onProgress);
  return { undos, unchanged, refused };
}

/** Gives all titles back what they had; those that somebody has changed since stay, and are told. */
export const undoBulk = (
  calls: BulkCalls,
  { undos }: Pick<BulkOutcome, 'undos'>,
  onProgress: (done: number) => void,
): Promise<Refusal[]> =>
  inTurn(
    undos,
    ({ title }) => title,
    (undo) => undoOne(calls, undo),
    onProgress,
  );
