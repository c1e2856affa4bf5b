import type { Look, LookFields, LookKind, Looks, ServiceKind } from '#contract/console/looks.ts';
import { changeCatalogue } from '#server/catalogue/editing/change-catalogue.ts';
import { versionOfPart } from '#server/catalogue/editing/edited-fields.ts';
import { takeIds } from '#server/catalogue/editing/ids-store.ts';
import { OWN_FOLDER } from '#server/catalogue/format/index.ts';
import { insertPlan } from '#server/catalogue/offers/offers-store.ts';
import type { MakePicture } from '#server/catalogue/pictures/make-picture.ts';
import { saveReplaced, saveUse } from '#server/catalogue/pictures/stored-pictures-store.ts';
import type { Connection, Transact } from '#server/db/open.ts';
import type { Clock } from '#server/lib/clock.ts';
import { ChangedMeanwhileError, MissingError, RefusedError } from '#server/lib/refused-error.ts';
import type { MediaStore } from '#server/providers/media-store.ts';
import type { RecordChange } from '#server/staff/audit/record.ts';
import { colorOf, drawFace, drawTheme, FIRST_FACES, FIRST_PLANS, FIRST_THEMES } from './first-looks.ts';
import { deleteLook, hasPlans, insertLook, listLookRows, placeLook, updateLook, type LookRow } from './looks-store.ts';

/** Profile pictures and themes: the screen of profiles and the rows of themes draw all of them. */
const MOST_LOOKS = 60;
const LOOKS_FOLDER = `${OWN_FOLDER}/looks`;

/** What an operator does with themes and profile pictures. */
export interface LookOperations {
  list(): Promise<Looks>;
  /** @throws RefusedError unless the service has no profile picture, theme or plan */
  setUp(kind: ServiceKind): Promise<Looks>;
  /** @throws RefusedError when there are enough */
  add(kind: LookKind, fields: LookFields): Promise<Looks>;
  /** @throws MissingError, ChangedMeanwhileError */
  change(kind: LookKind, id: number, fields: LookFields, version: string): Promise<Looks>;
  /** @throws MissingError, RefusedError for bytes that are no picture */
  setPicture(kind: LookKind, id: number, bytes: Buffer): Promise<Looks>;
  /** @throws MissingError, RefusedError for the last profile picture */
  remove(kind: LookKind, id: number): Promise<Looks>;
  /** @throws ChangedMeanwhileError when there are others by now */
  order(kind: LookKind, ids: readonly number[]): Promise<Looks>;
}

const textsOf = ({ name, description }: LookRow) => ({ name, ...(description !== null && { description }) });
const fieldsOf = (kind: LookKind, { name, description }: LookFields) => ({
  name,
  description: kind === 'theme' ? (description ?? '') : null,
});

export function createLookOperations(options: {
  db: Connection;
  transact: Transact;
  clock: Clock;
  record: RecordChange;
  mediaStore: MediaStore;
  makePicture: MakePicture;
  artUrl(path: string): string;
}): LookOperations {
  const { db, transact, clock, record, mediaStore, makePicture, artUrl } = options;

  const present = (row: LookRow): Look => ({
    id: row.id,
    name: row.name,
    description: row.description,
    picture: artUrl(row.path),
    version: versionOfPart(textsOf(row)),
  });
  const list = async (): Promise<Looks> => {
    const [themes, images] = [await listLookRows(db, 'theme'), await listLookRows(db, 'profile_image')];
    return {
      is_new: themes.length === 0 && images.length === 0 && !(await hasPlans(db)),
      themes: themes.map(present),
      profile_images: images.map(present),
    };
  };

  /** Every picture gets a path of its own: televisions cache pictures by their address. */
  const draw = async (kind: LookKind, color: string): Promise<string> => {
    const drawn = kind === 'theme' ? drawTheme(color) : drawFace(color);
    const path = `${LOOKS_FOLDER}/${kind === 'theme' ? 'theme' : 'face'}-${color.slice(1)}.svg`;
    await mediaStore.putText(path, drawn);
    return path;
  };
  const find = async (tx: Connection, kind: LookKind, id: number): Promise<LookRow> => {
    const row = (await listLookRows(tx, kind)).find((one) => one.id === id);
    if (!row) throw new MissingError(`There is no ${kind} ${id}.`, '그사이 지워진 것 같아요.');
    return row;
  };
  const idKind = (kind: LookKind) => (kind === 'theme' ? ('theme' as const) : ('image' as const));

  return {
    list,

    async setUp(kind) {
      // One after the other: two may have the same picture.
      const faces: { name: string; path: string }[] = [];
      for (const { name, color } of FIRST_FACES) faces.push({ name, path: await draw('profile_image', color) });
      const themes: { name: string; description: string; path: string }[] = [];
      for (const theme of FIRST_THEMES[kind]) themes.push({ ...theme, path: await draw('theme', colorOf(theme.name)) });
      await transact((tx) =>
        changeCatalogue(tx, clock.now(), async () => {
          const known = [await listLookRows(tx, 'theme'), await listLookRows(tx, 'profile_image')].flat();
          if (known.length > 0 || (await hasPlans(tx)))
            throw new RefusedError('The service is set up already.', '이미 준비된 서비스예요. 하나씩 바꿀 수 있어요.');
          const plans = FIRST_PLANS[kind];
          const ids = await takeIds(tx, { image: faces.length, theme: themes.length, plan: plans.length });
          for (const [index, face] of faces.entries())
            await insertLook(tx, 'profile_image', { id: ids.image + index, description: null, ...face });
          for (const [index, theme] of themes.entries())
            await insertLook(tx, 'theme', { id: ids.theme + index, ...theme });
          for (const [index, { is_paused, ...plan }] of plans.entries())
            await insertPlan(tx, { id: ids.plan + index, ...plan, sale: is_paused ? { is_paused } : null });
          await record(tx, { action: 'service.set-up', subject: null, before: null, after: { kind } });
          return { isChanged: true, result: undefined };
        }),
      );
      return list();
    },

    async add(kind, given) {
      const fields = fieldsOf(kind, given);
      const path = await draw(kind, colorOf(fields.name));
      await transact((tx) =>
        changeCatalogue(tx, clock.now(), async () => {
          if ((await listLookRows(tx, kind)).length >= MOST_LOOKS)
            throw new RefusedError(`There are ${MOST_LOOKS} already.`, `${MOST_LOOKS}개까지 만들 수 있어요.`);
          const id = (await takeIds(tx, { [idKind(kind)]: 1 }))[idKind(kind)];
          await insertLook(tx, kind, { id, ...fields, path });
          await record(tx, {
            action: 'look.add',
            subject: { kind, id },
            before: null,
            after: textsOf({ id, ...fields, path }),
          });
          return { isChanged: true, result: undefined };
        }),
      );
      return list();
    },

    async change(kind, id, given, version) {
      await transact((tx) =>
        changeCatalogue(tx, clock.now(), async () => {
          const row = await find(tx, kind, id);
          if (versionOfPart(textsOf(row)) !== version) throw new ChangedMeanwhileError();
          const next = { ...row, ...fieldsOf(kind, given) };
          if (versionOfPart(textsOf(next)) === version) return { isChanged: false, result: undefined };
          await updateLook(tx, kind, next);
          await record(tx, {
            action: 'look.change',
            subject: { kind, id },
            before: textsOf(row),
            after: textsOf(next),
          });
          return { isChanged: true, result: undefined };
        }),
      );
      return list();
    },

    async remove(kind, id) {
      await transact((tx) =>
        changeCatalogue(tx, clock.now(), async () => {
          const row = await find(tx, kind, id);
          if (kind === 'profile_image' && (await listLookRows(tx, kind)).length === 1)
            throw new RefusedError('It is the last profile picture.', '프로필 그림은 하나는 있어야 해요.');
          await saveReplaced(tx, row.path, clock.now());
          await deleteLook(tx, kind, id);
          await record(tx, { action: 'look.remove', subject: { kind, id }, before: textsOf(row), after: null });
          return { isChanged: true, result: undefined };
        }),
      );
      return list();
    },

    async order(kind, ids) {
      await transact((tx) =>
        changeCatalogue(tx, clock.now(), async () => {
          const rows = await listLookRows(tx, kind);
          const known = new Set(rows.map((row) => row.id));
          if (ids.length !== known.size || new Set(ids).size !== ids.length || ids.some((id) => !known.has(id)))
            throw new ChangedMeanwhileError();
          if (rows.every((row, index) => row.id === ids[index])) return { isChanged: false, result: undefined };
          for (const [position, id] of ids.entries()) await placeLook(tx, kind, id, position);
          await record(tx, {
            action: 'look.order',
            subject: null,
            before: { kind, order: rows.map((row) => row.id) },
            after: { kind, order: ids },
          });
          return { isChanged: true, result: undefined };
        }),
      );
      return list();
    },

    async setPicture(kind, id, bytes) {
      await find(db, kind, id);
      const { picture } = await makePicture(kind === 'theme' ? 'wide' : 'face', bytes, null);
      const name = versionOfPart(picture.toString('base64')).toLowerCase().replace(/\W/g, '0');
      const path = `${LOOKS_FOLDER}/${name}.webp`;
      // Before the file, so that no worker removes it.
      if (!(await transact((tx) => saveUse(tx, path, clock.now()))))
        throw new RefusedError(
          'An earlier copy of this picture is being removed.',
          '같은 그림의 이전 파일을 지우고 있어요. 나중에 다시 시도해 주세요.',
        );
      await mediaStore.putBytes(path, picture);
      await transact((tx) =>
        changeCatalogue(tx, clock.now(), async () => {
          const row = await find(tx, kind, id);
          if (row.path === path) return { isChanged: false, result: undefined };
          await saveReplaced(tx, row.path, clock.now());
          await updateLook(tx, kind, { ...row, path });
          await record(tx, {
            action: 'look.picture',
            subject: { kind, id },
            before: { name: row.name },
            after: { name: row.name, file: path },
          });
          return { isChanged: true, result: undefined };
        }),
      );
      return list();
    },
  };
}
