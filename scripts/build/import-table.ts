import type { Import } from './read-imports.ts';

/* Which folders of the product may import which (docs/architecture.md). `npm run lint` checks every import against this. */

/** Allowed imports, apart from the own folder. Everything else is forbidden. Packages have rules in eslint.config.js. */
const IMPORTS: Readonly<Record<string, readonly string[]>> = {
  contract: [],
  platform: ['platformKind', 'contract'],
  platformKind: ['platform'],
  lib: ['contract'],
  focus: ['lib', 'platform'],
  ui: ['focus', 'lib'],
  api: ['lib', 'contract'],
  stores: ['lib', 'platform', 'contract'],
  player: ['lib', 'platform', 'contract'],
  features: ['ui', 'focus', 'api', 'stores', 'player', 'lib', 'platform', 'contract'],
  screens: ['features', 'ui', 'focus', 'api', 'stores', 'player', 'lib', 'platform', 'contract'],
  app: ['screens', 'features', 'ui', 'focus', 'api', 'stores', 'player', 'lib', 'platform', 'contract'],
  main: ['app', 'features', 'ui', 'focus', 'api', 'stores', 'player', 'lib', 'platform', 'contract'],
  console: ['contract'],
  // The app in a frame of the console, with answers of its own.
  television: ['app', 'lib', 'api', 'ui', 'platform', 'platformKind', 'contract'],
  demo: ['contract', 'catalogueFormat'],
  catalogueFormat: ['contract'],
  serverLib: ['contract'],
  serverHttp: ['serverLib', 'contract'],
  serverDb: ['serverLib', 'contract'],
  serverProviders: ['serverLib', 'contract'],
  serverArea: ['serverLib', 'serverProviders', 'contract', 'catalogueFormat'],
  serverMain: ['serverArea', 'serverLib', 'serverHttp', 'serverDb', 'serverProviders', 'contract', 'catalogueFormat'],
};

/**
 * The areas of the server that each area may call, through their index.ts alone (docs/decisions/152). An area without a line
 * calls none, and no ring of areas may call each other. Type imports are unrestricted.
 */
export const AREAS: Readonly<Record<string, readonly string[]>> = {
  accounts: [],
  ads: ['accounts', 'catalogue', 'staff', 'watching'],
  catalogue: ['accounts', 'settings', 'shop'],
  console: ['accounts', 'shop', 'staff'],
  demo: ['accounts', 'catalogue', 'profiles', 'reviews', 'settings', 'watching'],
  home: ['catalogue'],
  intake: ['catalogue', 'settings'],
  leaving: ['accounts', 'reviews'],
  monitoring: ['settings'],
  notifications: ['catalogue', 'profiles', 'settings'],
  pages: ['accounts'],
  profiles: ['accounts'],
  reviews: ['catalogue', 'notifications', 'profiles', 'settings', 'staff'],
  shop: ['accounts'],
  staff: ['accounts', 'settings'],
  watching: ['accounts', 'catalogue', 'profiles'],
};

/** A part of the product, and which of several equal ones: the area of the server, the screen, the feature. */
interface Part {
  readonly kind: string;
  readonly name: string;
}

/** The first match wins. The group is the part's name. */
const PARTS: readonly (readonly [RegExp, string])[] = [
  [/^platform\/([^/]+)\//, 'platformKind'],
  [/^src\/features\/([^/]+)\//, 'features'],
  [/^src\/screens\/([^/]+)\//, 'screens'],
  ...['app', 'ui', 'focus', 'api', 'stores', 'player', 'lib'].map(
    (kind) => [new RegExp(`^src/${kind}/`), kind] as const,
  ),
  [/^server\/lib\//, 'serverLib'],
  [/^server\/http\//, 'serverHttp'],
  [/^server\/db\//, 'serverDb'],
  [/^server\/providers\//, 'serverProviders'],
  [/^server\/catalogue\/format\//, 'catalogueFormat'],
  [/^server\/(?:app|start)\//, 'serverMain'],
  [/^server\/([^/]+)\//, 'serverArea'],
  [/^src\//, 'main'],
  [/^console\/(television)\//, 'television'],
  [/^(console)\//, 'console'],
  [/^(contract)\//, 'contract'],
  [/^(platform)\//, 'platform'],
  [/^(demo)\//, 'demo'],
];
/** Parts that must not import a sibling. Areas of the server may, as `AREAS` says. */
const APART = ['features', 'screens', 'platformKind'];
/** Any server file may import types of rows and transactions; only stores run SQL. */
const WITH_ROW_TYPES = ['serverArea', 'serverHttp', 'serverDb'];
const ROW_TYPES = ['serverDb', 'serverArea', 'catalogueFormat'];

const FACE = /^server\/(?:[^/]+\/)+index\.ts$/;
const ROUTES = /^server\/(?:[^/]+\/)+routes\.ts$/;
const STORE = /^server\/(?:[^/]+\/)+(store|[^/]+-store)\.ts$/;
/** Tests of the demo start servers and read its files. */
const UNRESTRICTED = /^demo\/tests\//;

function partOf(path: string): Part | undefined {
  if (UNRESTRICTED.test(path)) return undefined;
  for (const [pattern, kind] of PARTS) {
    const match = pattern.exec(path);
    if (match) return { kind, name: match[1] ?? kind };
  }
  return undefined;
}

function isAllowed(file: string, from: Part, { path, isType }: Import, to: Part): boolean {
  if (STORE.test(file) && to.kind === 'serverDb') return true;
  if (ROUTES.test(file) && to.kind === 'serverHttp') return true;
  if (isType && WITH_ROW_TYPES.includes(from.kind) && ROW_TYPES.includes(to.kind)) return true;
  // The demo is written against the server's types of a demo, and nothing else of the server's areas.
  if (isType && from.kind === 'demo' && to.kind === 'serverArea' && to.name === 'demo') return true;
  if (from.kind !== to.kind) return IMPORTS[from.kind]?.includes(to.kind) ?? false;
  if (from.name === to.name) return true;
  if (from.kind === 'serverArea') return FACE.test(path) && (AREAS[from.name]?.includes(to.name) ?? false);
  return !APART.includes(from.kind);
}

const titleOf = ({ kind, name }: Part): string => (name === kind ? kind : `${kind} ${name}`);

/** Describes each import that the tables do not allow. @param file a path from the root. */
export function forbiddenImports(file: string, imports: readonly Import[]): readonly string[] {
  const from = partOf(file);
  if (!from) return [];
  return imports.flatMap((each) => {
    if (each.isPackage) return [];
    const to = partOf(each.path);
    if (to && isAllowed(file, from, each, to)) return [];
    return `${file}:${each.line} imports ${each.path}: ${titleOf(from)} must not import ${to ? titleOf(to) : 'files outside of the product'} here`;
  });
}
