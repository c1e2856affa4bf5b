import * as z from 'zod/mini';

/**
 * Kinds of devices by the name that the app sends, and what viewers and operators call them. To add one, start here: the compiler
 * names the other places (docs/how-to.md, "Add a television system").
 */
export const PLATFORM_LABELS = { tizen: '삼성 TV', webos: 'LG TV', web: '웹 브라우저' } as const;

export type PlatformName = keyof typeof PLATFORM_LABELS;

export const PLATFORM_NAMES = Object.keys(PLATFORM_LABELS) as PlatformName[];

export const platformNameSchema = z.enum(PLATFORM_NAMES);

/** A platform in an answer to sets: those in living rooms must read the answers of servers that know more kinds. */
export const platformOfOthersSchema = z
  .string()
  .check(z.describe(`${PLATFORM_NAMES.join(', ')}; later versions add others`));

/** An object with one value for each platform. An older app ignores the platforms that it does not know. */
export const byPlatform = <S extends z.ZodMiniType>(value: S) =>
  z.object(Object.fromEntries(PLATFORM_NAMES.map((name) => [name, value])) as Record<PlatformName, S>);

/** @returns the label of a platform, also of one that this version does not know. */
export const platformLabel = (platform: string): string =>
  (PLATFORM_LABELS as Readonly<Record<string, string>>)[platform] ?? 'TV';
