/** Signed addresses and those of one server: only the file that they lead to is compared. */
const ADDRESS = /^https?:\/\/\S+$/;

/** What time alone does: an order that nobody has paid. */
const BY_TIME = '"pending" became "expired"';

const isObject = (value: unknown): value is Readonly<Record<string, unknown>> =>
  typeof value === 'object' && value !== null && !Array.isArray(value);

/** What an element of a list is known by, so that a list that has become longer is compared by its elements. */
function keyOf(value: unknown): string | undefined {
  if (!isObject(value)) return undefined;
  const { id, kind } = value;
  if (typeof id === 'string' || typeof id === 'number') return String(id);
  return typeof kind === 'string' ? kind : undefined;
}

const fileOf = (address: string) => new URL(address).pathname.split('/').pop() ?? '';

function compareLists(before: readonly unknown[], after: readonly unknown[], path: string): string[] {
  const keys = before.map(keyOf);
  if (keys.includes(undefined) || new Set(keys).size < keys.length) {
    if (after.length !== before.length) return [`${path}: ${before.length} became ${after.length}`];
    return before.flatMap((value, index) => differencesOf(value, after[index], `${path}[${index}]`));
  }
  const found = new Map(after.map((value) => [keyOf(value), value]));
  return before.flatMap((value, index) => {
    const place = `${path}[${keys[index]}]`;
    return found.has(keys[index]) ? differencesOf(value, found.get(keys[index]), place) : [`${place}: is missing`];
  });
}

/** What `before` has and `after` has not, or has otherwise. A newer version may say more. */
export function differencesOf(before: unknown, after: unknown, path = ''): string[] {
  if (Array.isArray(before))
    return Array.isArray(after) ? compareLists(before, after, path) : [`${path}: is no list any more`];
  if (isObject(before)) {
    if (!isObject(after)) return [`${path}: is missing`];
    return Object.entries(before).flatMap(([name, value]) => differencesOf(value, after[name], `${path}.${name}`));
  }
  if (typeof before === 'string' && typeof after === 'string' && ADDRESS.test(before) && ADDRESS.test(after))
    return differencesOf(fileOf(before), fileOf(after), path);
  const change = `${JSON.stringify(before)} became ${JSON.stringify(after)}`;
  return before === after || change === BY_TIME ? [] : [`${path}: ${change}`];
}

/** The place of a difference, without what it says. */
const placeOf = (difference: string) => difference.split(': ')[0]!;

/** The differences at other places than those, which differ between two answers of one version too. */
export const without = (differences: readonly string[], others: readonly string[]): string[] => {
  const places = new Set(others.map(placeOf));
  return differences.filter((difference) => !places.has(placeOf(difference)));
};
