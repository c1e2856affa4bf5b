import { describe, expect, test } from 'vitest';
import type * as z from 'zod/mini';
import { consoleEndpoints } from '#contract/console/endpoints.ts';

/*
 * What the fields of the console may hold. The limits are written here a second time: a narrower one would refuse what
 * operators have saved before, and a wider one what the database and the screens hold.
 */

/** Fields by the most characters that they take. */
const TEXTS: readonly (readonly [most: number, fields: readonly string[]])[] = [
  [20, ['inviteAccount.name', 'moveEpisode.episode_num']],
  [
    40,
    ['addToken.name', 'addPlan.name', 'changePlan.name', 'changePlan.coming.name', 'addLook.name', 'changeLook.name'],
  ],
  [40, ['changeSubtitles.subtitles.label', 'addSound.label', 'changeSounds.sounds.label', 'publishReading.label']],
  [40, ['consoleSignIn.code', 'confirmConsoleSession.code', 'acceptStaffLink.code']],
  [40, ['addAdvertisement.clip_id', 'changeAdvertisement.clip_id']],
  [60, ['addAdvertisement.title', 'changeAdvertisement.title', 'addVoucher.name', 'changeVoucher.name']],
  [60, ['startInboxFiles.title.name']],
  [80, ['changeProduct.name', 'changeProduct.coming.name', 'startInboxFiles.episodes.subject']],
  [100, ['chooseDrawingStyle.style']],
  [200, ['changeRelease.notice', 'setMaintenance.message', 'addLook.description', 'changeLook.description']],
  [200, ['changeAccountEmail.reason', 'removeProfilePin.reason', 'changeMembership.reason', 'eraseAccount.reason']],
  [200, ['refundSupportedOrder.reason']],
  [400, ['findAccount.keyword']],
  [500, ['addAccountNote.text']],
  [510, ['consoleSignIn.password']],
];

/** Numeric fields by their least, their most, and the smallest step. */
const NUMBERS: readonly (readonly [least: number, most: number, step: number, fields: readonly string[]])[] = [
  [0, 9999, 0.1, ['moveMediaJob.number', 'startInboxFiles.episodes.number']],
  [0, 100_000, 1, ['correctReadLines.lines.position']],
  [0, 86_400, 1, ['addAdvertisement.skip_after', 'changeAdvertisement.skip_after']],
  [1, 90, 1, ['addVoucher.gives.percent']],
  [1, 100, 1, ['addAdvertisement.weight', 'changeAdvertisement.weight']],
  [1, 366, 1, ['addToken.days', 'addVoucher.gives.days']],
  [1, 3660, 1, ['changeMembership.days', 'addPlan.days', 'changePlan.days', 'changePlan.coming.days']],
  [1, 1_000_000, 1, ['addVoucher.max_uses', 'changeVoucher.max_uses']],
  [100, 1_000_000, 1, ['addPlan.price', 'changePlan.price', 'changePlan.coming.price']],
  [100, 1_000_000, 1, ['changeProduct.price', 'changeProduct.coming.price']],
];

interface Def {
  readonly type: string;
  readonly innerType?: z.ZodMiniType;
  readonly element?: z.ZodMiniType;
  readonly options?: readonly z.ZodMiniType[];
  readonly shape?: Readonly<Record<string, z.ZodMiniType>>;
}

/** The schemas of each field, such as `addPlan.coming.price`; a choice of bodies may have a field several times. */
const fields = new Map<string, z.ZodMiniType[]>();
const note = (path: string, schema: z.ZodMiniType): void => {
  const { type, innerType, element, options, shape } = schema.def as unknown as Def;
  if (innerType) return note(path, innerType);
  if (options) return options.forEach((one) => note(path, one));
  if (shape) return Object.entries(shape).forEach(([name, one]) => note(`${path}.${name}`, one));
  fields.set(path, [...(fields.get(path) ?? []), schema]);
  if (type === 'array') note(path, element!);
};
for (const [name, endpoint] of Object.entries(consoleEndpoints))
  if ('body' in endpoint && endpoint.body) note(name, endpoint.body as z.ZodMiniType);

const accepts = (path: string, value: unknown) => {
  const found = fields.get(path);
  if (!found) throw new Error(`no field ${path}`);
  return found.some((schema) => schema.safeParse(value).success);
};

describe.each(TEXTS.flatMap(([most, paths]) => paths.map((path) => [path, most] as const)))('%s', (path, most) => {
  test(`takes up to ${most} letters`, () => {
    const taken = [1, most, most + 1].filter((length) => accepts(path, '가'.repeat(length)));
    expect(taken).toEqual([1, most]);
  });
});

describe.each(NUMBERS.flatMap(([least, most, step, paths]) => paths.map((path) => [path, least, most, step] as const)))(
  '%s',
  (path, least, most, step) => {
    test(`is ${least} to ${most}, in steps of ${step}`, () => {
      const values = [least - step, least, least + step, least + step / 2, most, most + step];
      expect(values.filter((value) => accepts(path, value))).toEqual([least, least + step, most]);
    });
  },
);

test('each bounded number and text of a call has its limit here, but for versions, which the server has made', () => {
  const listed = new Set([...TEXTS.flatMap(([, paths]) => paths), ...NUMBERS.flatMap(([, , , paths]) => paths)]);
  const isBounded = (path: string) =>
    (accepts(path, '가') && !accepts(path, '가'.repeat(1_000))) || (accepts(path, 100) && !accepts(path, 2 ** 30));
  expect(
    [...fields.keys()].filter((path) => isBounded(path) && !listed.has(path) && !path.endsWith('.version')),
  ).toEqual([]);
});
