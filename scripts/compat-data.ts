import { execFileSync } from 'node:child_process';
import { createHash } from 'node:crypto';
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';

/*
 * Writes scripts/build/chromium-features.json: the part of MDN's browser-compat-data that the checks for Chromium 53
 * and 56 need (docs/decisions/202). The package itself is 20 MB and no dependency: only this command downloads it.
 */
const PACKAGE = '@mdn/browser-compat-data';
const VERSION = '8.1.9';
const SHA256 = 'c99eff2b2ebf5ead405de12ed3bd7f40534bcb9966ca4a7679b01335146b472c';
/** The oldest engine that can be asked about, and the newest one from which scripts are subtracted. */
const [OLDEST, NEWEST] = [47, 64];

interface Statement {
  readonly version_added: string | boolean | null;
  readonly version_removed?: string;
  readonly prefix?: string;
  readonly alternative_name?: string;
  readonly flags?: unknown;
}
interface Feature {
  readonly __compat?: { readonly support: { readonly chrome?: Statement | readonly Statement[] } };
  readonly [name: string]: unknown;
}

const versionOf = (text: Statement['version_added'] | undefined) => {
  const version = /^≤?(\d+)/.exec(String(text))?.[1];
  return version === undefined ? null : Number(version);
};

/** The first Chromium with the feature under this prefix, or null. */
function sinceOf(feature: Feature, prefix = ''): number | null {
  const statements = [feature.__compat?.support.chrome ?? []].flat();
  const versions = statements
    .filter((one) => (one.prefix ?? '') === prefix && one.alternative_name === undefined && one.flags === undefined)
    .filter(({ version_removed }) => (versionOf(version_removed) ?? Infinity) > NEWEST)
    .map(({ version_added }) => versionOf(version_added))
    .filter((version) => version !== null);
  return versions.length > 0 ? Math.min(...versions) : null;
}

const featuresOf = (parent: unknown): [string, Feature][] =>
  Object.entries(parent as Feature).filter((entry): entry is [string, Feature] => entry[0] !== '__compat');

/** Names and first versions of features that the oldest engine lacks. */
function newerOf(parent: unknown, isFitting: (name: string) => boolean = () => true): Record<string, number> {
  const found: Record<string, number> = {};
  for (const [name, feature] of featuresOf(parent)) {
    const since = sinceOf(feature);
    if (since !== null && since > OLDEST && isFitting(name)) found[name] = since;
  }
  return found;
}

/** Globals and members, such as `Object.values`, that came in between: members only of globals that were there. */
function scriptFeatures(parents: readonly unknown[]): Record<string, number> {
  const found: Record<string, number> = {};
  const isBetween = (since: number | null): since is number => since !== null && since > OLDEST && since <= NEWEST;
  for (const [name, feature] of parents.flatMap(featuresOf)) {
    const since = sinceOf(feature);
    if (isBetween(since)) found[name] = since;
    for (const [member, part] of featuresOf(feature)) {
      const memberSince = sinceOf(part);
      const isName = /^\w+$/.test(member) && !/_(event|support)$/.test(member) && member !== name;
      if (isName && isBetween(memberSince) && memberSince !== since)
        found[`${name}.${member.replace(/_static$/, '')}`] = memberSince;
    }
  }
  return found;
}

const folder = mkdtempSync(join(tmpdir(), 'bora-compat-'));
try {
  execFileSync('npm', ['pack', '--silent', `${PACKAGE}@${VERSION}`], { cwd: folder });
  const tarball = join(folder, `mdn-browser-compat-data-${VERSION}.tgz`);
  const sha256 = createHash('sha256').update(readFileSync(tarball)).digest('hex');
  if (sha256 !== SHA256) throw new Error(`${PACKAGE}@${VERSION} has the checksum ${sha256}, not ${SHA256}`);
  execFileSync('tar', ['-xzf', tarball, '-C', folder, 'package/data.json']);
  const { api, css, javascript } = JSON.parse(readFileSync(join(folder, 'package/data.json'), 'utf8')) as {
    readonly api: unknown;
    readonly css: Readonly<Record<'at-rules' | 'properties' | 'selectors' | 'types', Feature>>;
    readonly javascript: { readonly builtins: unknown };
  };

  const values: Record<string, Record<string, number>> = {};
  const prefixed: Record<string, number> = {};
  for (const [property, feature] of featuresOf(css.properties)) {
    const newer = newerOf(feature, (name) => /^[a-z][a-z-]*$/.test(name));
    if (Object.keys(newer).length > 0) values[property] = newer;
    const since = sinceOf(feature, '-webkit-');
    if (since !== null && since > OLDEST) prefixed[`-webkit-${property}`] = since;
  }
  const functions = Object.assign(
    {},
    ...featuresOf(css.types).map(([, type]) => newerOf(type)),
    newerOf(css.types),
  ) as Record<string, number>;
  const features = {
    source: `${PACKAGE} ${VERSION}`,
    scripts: scriptFeatures([javascript.builtins, api]),
    css: {
      properties: { ...newerOf(css.properties), ...prefixed },
      values,
      selectors: newerOf(css.selectors),
      functions: Object.fromEntries(Object.entries(functions).filter(([name]) => /^[a-z][a-z-]*$/.test(name))),
      atRules: newerOf(css['at-rules']),
      media: newerOf(css['at-rules']['media']),
    },
  };
  writeFileSync(join(import.meta.dirname, 'build/chromium-features.json'), `${JSON.stringify(features, null, 2)}\n`);
} finally {
  rmSync(folder, { recursive: true });
}
