import { z } from 'zod';
import { MOST_SOUNDS, MOST_SUBTITLES, subtitleEncodings, subtitleQuestions } from '#contract/console/tracks.ts';
import { soundRoles, subtitleRoles } from '#contract/playback.ts';
import { staffRoleSchema } from '#contract/console/staff.ts';
import { contentRatingSchema } from '#contract/profiles.ts';
import {
  catalogueIdSchema,
  emailSchema,
  freeTextSchema,
  instantSchema,
  secondsSchema,
  uuidSchema,
  writtenTextSchema,
} from '#contract/values.ts';
import { MOST_IMPORTED_BYTES } from '#contract/console/account-import.ts';
import { CatalogueError } from '#server/catalogue/format/index.ts';
import { ChangedMeanwhileError, RefusedError } from '#server/lib/refused-error.ts';
import { SCHEMES } from '#server/lib/protection.ts';
import { MediaStoreError } from '#server/providers/media-store.ts';
import { episodeFactsSchema, titleFactsSchema } from '#contract/console/metadata.ts';
import type { Operations } from './operations.ts';

/** Titles in one answer. */
export const MOST_TITLES = 500;
/** Letters of the text of a title with its clips. */
const LONGEST_TEXT = 2_000_000;

/** Message for viewers about a delay: a sentence or two. */
export const noticeSchema = writtenTextSchema({ maximum: 200 });

const target = { kind: z.enum(['title', 'episode']), id: catalogueIdSchema };
const targetSchema = z.strictObject(target);

/** Why support changed something: a sentence or two. */
export const reasonSchema = writtenTextSchema({ maximum: 200 });
/** Days that support may give at once. */
export const daysSchema = z.int().min(1).max(3660);
export const paidPlanSchema = z.enum(['basic', 'premium']);
const email = z.string().min(1).max(254);

/** Files in one call. */
const MOST_EPISODES = 500;
/** Bytes of a path on Linux. */
const pathSchema = freeTextSchema(4096);
const markedSchema = z.union([
  z.strictObject({ title: catalogueIdSchema }),
  z.strictObject({ episode: catalogueIdSchema }),
]);
const partSchema = z.strictObject({ start: secondsSchema, end: secondsSchema }).nullable().optional();
const langSchema = z.string().max(10);
const subtitleTexts = {
  lang: langSchema,
  role: z.enum(subtitleRoles),
  label: writtenTextSchema({ maximum: 40 }),
};
const subtitleFile = {
  episode: catalogueIdSchema,
  path: pathSchema,
  encoding: z.optional(z.enum(subtitleEncodings)),
  replaces: z.optional(z.string().max(200)),
};
const jobSchema = z.strictObject({ job: z.string().max(36) });
export const titleNameSchema = writtenTextSchema({ maximum: 60 });
export const accessSchema = z.enum(['free', 'avod', 'membership']);

/** A call with the schema of its body. */
const callOf =
  <N extends keyof Operations>(area: N) =>
  <S extends z.ZodType, T>(body: S, run: (operations: Operations[N], body: z.output<S>) => Promise<T>) => ({
    body,
    run: (operations: Operations, given: z.output<S>) => run(operations[area], given),
  });
const call = callOf('titles');
const mediaCall = callOf('media');
const trackCall = callOf('tracks');
const soundCall = callOf('sounds');
const reviewCall = callOf('reviews');
const supportCall = callOf('support');
const staffCall = callOf('staff');
const accountCall = callOf('accounts');
const jobCall = callOf('jobs');
const backupCall = callOf('backup');
const catalogueCall = callOf('catalogue');
const copySchema = z.strictObject({ id: uuidSchema });
const tableSchema = z.strictObject({ text: z.string().max(MOST_IMPORTED_BYTES) });
const memberSchema = z.strictObject({ email: emailSchema, role: staffRoleSchema });

/** All that an operator's command may ask of a running server. */
const CALLS = {
  'titles/list': call(
    z.strictObject({ after: z.int().min(0), limit: z.int().min(1).max(MOST_TITLES) }),
    (titles, page) => titles.list(page),
  ),
  'titles/show': call(targetSchema, (titles, body) => titles.show(body)),
  'titles/publish': call(targetSchema, (titles, body) => titles.publish(body)),
  'titles/unpublish': call(targetSchema, (titles, body) => titles.unpublish(body)),
  'titles/schedule': call(z.strictObject({ ...target, at: instantSchema }), (titles, { at, ...body }) =>
    titles.schedule(body, new Date(at)),
  ),
  'titles/delay': call(
    z.strictObject({ ...target, at: instantSchema, notice: noticeSchema }),
    (titles, { at, notice, ...body }) => titles.delay(body, { at: new Date(at), notice }),
  ),
  'titles/add': call(
    z.strictObject({ name: z.string().min(1).max(1000), text: z.string().max(LONGEST_TEXT) }),
    (titles, { name, text }) => titles.add(name, text),
  ),

  'catalogue/export': catalogueCall(z.strictObject({ path: pathSchema }), (catalogue, { path }) =>
    catalogue.exportTo(path),
  ),

  'media/find-title': mediaCall(
    z.strictObject({ name: titleNameSchema, year: z.int().optional() }),
    (media, { name, year }) => media.findTitle(name, year),
  ),
  'media/add': mediaCall(
    z.strictObject({
      title: z.union([
        z.strictObject({ id: catalogueIdSchema }),
        z.strictObject({
          name: titleNameSchema,
          contentRating: contentRatingSchema,
          facts: z.optional(titleFactsSchema),
        }),
      ]),
      access: accessSchema,
      isPublished: z.boolean(),
      skipsRefused: z.optional(z.boolean()),
      protection: z.optional(z.enum(SCHEMES)),
      pictures: z.strictObject({
        poster: z.optional(pathSchema),
        wide: z.optional(pathSchema),
        backdrop: z.optional(pathSchema),
      }),
      episodes: z
        .array(
          z.strictObject({
            source: pathSchema,
            number: z.number().min(0).max(9999),
            subject: z.nullable(writtenTextSchema({ maximum: 80 })),
            facts: z.optional(episodeFactsSchema),
            still: z.optional(pathSchema),
          }),
        )
        .min(1)
        .max(MOST_EPISODES),
    }),
    (media, { pictures: { poster, wide, backdrop }, ...request }) =>
      media.add({
        ...request,
        pictures: { ...(poster && { poster }), ...(wide && { wide }), ...(backdrop && { backdrop }) },
      }),
  ),
  'media/find-added': mediaCall(
    z.strictObject({ sources: z.array(pathSchema).max(MOST_EPISODES) }),
    (media, { sources }) => media.findAdded(sources),
  ),
  'media/list': mediaCall(z.strictObject({}), (media) => media.list()),
  'media/show': mediaCall(jobSchema, (media, { job }) => media.show(job)),
  'media/retry': mediaCall(jobSchema, (media, { job }) => media.retry(job)),
  'media/cancel': mediaCall(jobSchema, (media, { job }) => media.cancel(job)),
  'media/remove': mediaCall(z.union([jobSchema, z.strictObject({ episode: catalogueIdSchema })]), (media, target) =>
    media.remove(target),
  ),
  'media/marks': mediaCall(
    z.strictObject({
      episode: catalogueIdSchema,
      intro: partSchema,
      outro: z
        .strictObject({ start: secondsSchema, end: z.optional(secondsSchema) })
        .nullable()
        .optional(),
      recap: partSchema,
      preview: partSchema,
    }),
    (media, { episode, intro, outro, recap, preview }) => {
      const change = {
        ...(intro !== undefined && { intro }),
        ...(outro !== undefined && { outro }),
        ...(recap !== undefined && { recap }),
        ...(preview !== undefined && { preview }),
      };
      return media.marks(episode, Object.keys(change).length === 0 ? undefined : change);
    },
  ),
  'media/found-marks': mediaCall(markedSchema, (media, target) => media.foundMarks(target)),
  'media/accept-marks': mediaCall(markedSchema, (media, target) => media.acceptMarks(target)),

  'tracks/show': trackCall(z.strictObject({ episode: catalogueIdSchema }), (tracks, { episode }) =>
    tracks.show(episode),
  ),
  'tracks/examine': trackCall(
    z.strictObject({ ...subtitleFile, lang: z.optional(langSchema), role: z.optional(z.enum(subtitleRoles)) }),
    async (tracks, { episode, path, ...said }) => tracks.examine(episode, { ...said, ...(await tracks.read(path)) }),
  ),
  'tracks/add': trackCall(
    z.strictObject({
      ...subtitleFile,
      ...subtitleTexts,
      version: z.string().max(64),
      accepts: z.array(z.enum(subtitleQuestions)).max(subtitleQuestions.length),
    }),
    async (tracks, { episode, path, ...said }) => tracks.add(episode, { ...said, ...(await tracks.read(path)) }),
  ),
  'tracks/change': trackCall(
    z.strictObject({
      episode: catalogueIdSchema,
      version: z.string().max(64),
      subtitles: z.array(z.strictObject({ id: z.string().max(200), ...subtitleTexts })).max(MOST_SUBTITLES),
    }),
    (tracks, { episode, ...change }) => tracks.change(episode, change),
  ),

  'sounds/change': soundCall(
    z.strictObject({
      episode: catalogueIdSchema,
      version: z.string().max(64),
      sounds: z
        .array(
          z.strictObject({
            id: z.string().max(30),
            lang: langSchema,
            role: z.enum(soundRoles),
            label: writtenTextSchema({ maximum: 40 }),
          }),
        )
        .min(1)
        .max(MOST_SOUNDS),
    }),
    (sounds, { episode, ...change }) => sounds.change(episode, change),
  ),

  'reviews/reported': reviewCall(z.strictObject({}), (reviews) => reviews.reported()),
  'reviews/hide': reviewCall(z.strictObject({ id: uuidSchema }), (reviews, { id }) => reviews.hide(id)),
  'reviews/restore': reviewCall(z.strictObject({ id: uuidSchema }), (reviews, { id }) => reviews.restore(id)),

  'membership/show': supportCall(z.strictObject({ email }), (support, body) => support.showMembership(body.email)),
  'membership/give': supportCall(
    z.strictObject({ email, plan: paidPlanSchema, days: daysSchema, reason: reasonSchema }),
    (support, body) => support.giveMembership(body.email, body),
  ),
  'membership/extend': supportCall(z.strictObject({ email, days: daysSchema, reason: reasonSchema }), (support, body) =>
    support.extendMembership(body.email, body),
  ),
  'membership/end': supportCall(z.strictObject({ email, reason: reasonSchema }), (support, body) =>
    support.endMembership(body.email, body),
  ),
  'order/list': supportCall(z.strictObject({ email }), (support, body) => support.listOrders(body.email)),
  'order/refund': supportCall(z.strictObject({ order: z.string().max(60), reason: reasonSchema }), (support, body) =>
    support.refundOrder(body.order, body),
  ),
  'staff/list': staffCall(z.strictObject({}), (staff) => staff.list()),
  'staff/add': staffCall(memberSchema, (staff, member) => staff.add(member)),
  'staff/link': staffCall(memberSchema.pick({ email: true }), (staff, which) => staff.renewLink(which)),
  'staff/role': staffCall(memberSchema, (staff, { email, role }) => staff.changeRole({ email }, role)),
  'staff/remove': staffCall(memberSchema.pick({ email: true }), (staff, which) => staff.remove(which)),

  'accounts/examine': accountCall(tableSchema, (accounts, { text }) => accounts.examine(text)),
  'accounts/import': accountCall(
    z.strictObject({ ...tableSchema.shape, from: z.int().min(0) }),
    (accounts, { text, from }) => accounts.importSome(text, from),
  ),
  'accounts/refused': accountCall(tableSchema, async (accounts, { text }) => {
    const parts: string[] = [];
    for await (const part of accounts.refused(text)) parts.push(part);
    return { csv: parts.join('') };
  }),

  'proposals/learn': jobCall(z.strictObject({}), (jobs) => jobs.run('learning likeness')),

  'backup/begin': backupCall(z.strictObject({ file: pathSchema }), (backup, { file }) => backup.begin(file)),
  'backup/written': backupCall(z.strictObject({ file: pathSchema }), (backup, { file }) => backup.written(file)),
  'backup/renew': backupCall(copySchema, (backup, { id }) => backup.renew(id)),
  'backup/finish': backupCall(copySchema, (backup, { id }) => backup.finish(id)),
  'backup/release': backupCall(copySchema, (backup, { id }) => backup.release(id)),
};

/** Calls that a command repeats while it waits; the log leaves them out. */
const REPEATED: ReadonlySet<string> = new Set(['media/list', 'backup/renew']);

export const isRepeated = (name: string): boolean => REPEATED.has(name);

export type CallName = keyof typeof CALLS;
export type BodyOf<N extends CallName> = z.input<(typeof CALLS)[N]['body']>;
export type ResultOf<N extends CallName> = Awaited<ReturnType<(typeof CALLS)[N]['run']>>;

/** The outcome of a call; `message` is for the operator and may have several lines. */
export type Answer<T = unknown> =
  | { status: 'done'; result: T }
  | { status: 'refused'; message: string }
  /** There is no such call, or the body does not match its schema. */
  | { status: 'unknown'; message: string };

/** Carries out calls, here or in the server that has the database open. */
export type Operate = <N extends CallName>(name: N, body: BodyOf<N>) => Promise<Answer<ResultOf<N>>>;

const isCall = (name: string): name is CallName => Object.hasOwn(CALLS, name);

/** Carries out a call of the table; refuses every other. Throws what the operator cannot have caused. */
export async function carryOut(operations: Operations, name: string, body: unknown): Promise<Answer> {
  if (!isCall(name)) return { status: 'unknown', message: `There is no call "${name}".` };
  const { body: schema, run } = CALLS[name];
  const parsed = schema.safeParse(body);
  if (!parsed.success)
    return {
      status: 'unknown',
      message: parsed.error.issues.map(({ path, message }) => `${path.join('.')}: ${message}`).join('\n'),
    };
  try {
    return { status: 'done', result: await run(operations, parsed.data as never) };
  } catch (error) {
    if (error instanceof RefusedError || error instanceof CatalogueError || error instanceof MediaStoreError)
      return { status: 'refused', message: error.message };
    if (error instanceof ChangedMeanwhileError)
      return { status: 'refused', message: 'Somebody else has changed it in the meantime: look again.' };
    throw error;
  }
}

/** Calls on a database that this process has open. */
export const operateHere =
  (operations: Operations): Operate =>
  async (name, body) =>
    (await carryOut(operations, name, body)) as never;
