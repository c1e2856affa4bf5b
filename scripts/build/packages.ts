/** What `package-lock.json` says of a package; its key is the folder. */
export interface LockedPackage {
  readonly version?: string;
  readonly license?: string;
  readonly integrity?: string;
  readonly dev?: boolean;
  /** A workspace. */
  readonly link?: boolean;
  readonly hasInstallScript?: boolean;
  readonly dependencies?: Readonly<Record<string, string>>;
  readonly optionalDependencies?: Readonly<Record<string, string>>;
  readonly peerDependencies?: Readonly<Record<string, string>>;
}
export type Locked = Readonly<Record<string, LockedPackage>>;

const FOLDER = 'node_modules/';

const PERMISSIVE = [
  ...['MIT', 'MIT-0', 'ISC', '0BSD', 'BSD-2-Clause', 'BSD-3-Clause', 'Apache-2.0', 'BlueOak-1.0.0', 'CC0-1.0'],
  // Fonts; it asks nothing of the program beside them.
  'OFL-1.1',
];
/** libvips is a library in a file of its own, which anybody may replace. On televisions nobody could. */
const OF_THE_SERVER = [...PERMISSIVE, 'LGPL-3.0-or-later'];
/** Licences that a package's own `package.json` does not name, as its LICENSE says. */
const READ_BY_HAND: Readonly<Record<string, string>> = { 'shaka-packager': 'BSD-3-Clause' };

export const nameOf = (folder: string): string => folder.slice(folder.lastIndexOf(FOLDER) + FOLDER.length);

/** Whether every part of an SPDX expression is allowed, and of alternatives one. */
export const isAllowed = (license: string, allowed: readonly string[]): boolean =>
  license
    .replace(/[()]/g, '')
    .split(' AND ')
    .every((part) => part.split(' OR ').some((one) => allowed.includes(one.trim())));

/** The folder from which a package in `from` loads another: the nearest one upwards. */
function find(locked: Locked, from: string, name: string): string | undefined {
  const inner = from === '' ? FOLDER + name : `${from}/${FOLDER}${name}`;
  if (inner in locked) return inner;
  if (from === '') return undefined;
  const end = from.lastIndexOf(`/${FOLDER}`);
  return find(locked, end < 0 ? '' : from.slice(0, end), name);
}

/** The folders of packages and of all that they depend on. */
export function withDependencies(locked: Locked, names: Iterable<string>): ReadonlySet<string> {
  const found = new Set<string>();
  const add = (from: string, name: string): void => {
    const folder = find(locked, from, name);
    if (folder === undefined || found.has(folder)) return;
    found.add(folder);
    const { dependencies, optionalDependencies } = locked[folder]!;
    for (const other of Object.keys({ ...dependencies, ...optionalDependencies })) add(folder, other);
  };
  for (const name of names) add('', name);
  return found;
}

/** What is wrong with the packages of a lock file, a line each. */
export function judgePackages(options: {
  locked: Locked;
  /** Packages that the app imports. */
  shipped: Iterable<string>;
  /** `allowScripts` of package.json: `name` or `name@version`, and whether its install script may run. */
  scripts: Readonly<Record<string, boolean>>;
}): string[] {
  const { locked, scripts } = options;
  const onTelevisions = withDependencies(locked, options.shipped);
  const problems: string[] = [];
  for (const [folder, { version, license, integrity, dev, link, hasInstallScript }] of Object.entries(locked)) {
    if (!folder.startsWith(FOLDER) || link) continue;
    const name = nameOf(folder);
    if (integrity === undefined) problems.push(`${folder} has no hash.`);
    if (hasInstallScript && !(name in scripts) && !(`${name}@${version}` in scripts))
      problems.push(
        `${name}@${version} has an install script: read it, and name it in "allowScripts" of package.json.`,
      );
    const known = READ_BY_HAND[name] ?? license ?? 'none';
    const allowed = onTelevisions.has(folder) ? PERMISSIVE : OF_THE_SERVER;
    // Tools are not given away with the product.
    if (!dev && !isAllowed(known, allowed))
      problems.push(
        `${name}@${version}: the licence ${known} is not allowed ${onTelevisions.has(folder) ? 'on televisions' : 'on the server'}.`,
      );
  }
  return problems;
}
