import { readdirSync, readFileSync } from 'node:fs';
import { judgePackages, type Locked } from './build/packages.ts';
import { readImports } from './build/read-imports.ts';

/* Fails on a package without a hash, with an install script that nobody has read, or with a licence that is not allowed. */

/** What televisions load. The console's packages never get there, and are judged as the server's. */
const SHIPPED = ['contract', 'platform', 'src'];
/** The style sheets name it. */
const FONT = 'pretendard';

const readJson = (path: string) => JSON.parse(readFileSync(path, 'utf8')) as Record<string, unknown>;

/** `core-js` of `core-js/modules/es.array.at.js`, and `@tanstack/react-query` as it is. */
const packageOf = (path: string) =>
  path
    .split('/')
    .slice(0, path.startsWith('@') ? 2 : 1)
    .join('/');

const shipped = SHIPPED.flatMap((folder) =>
  readdirSync(folder, { recursive: true, encoding: 'utf8' })
    .filter((path) => /\.tsx?$/.test(path))
    .flatMap((path) => readImports(`${folder}/${path}`, readFileSync(`${folder}/${path}`, 'utf8')))
    .filter(({ isPackage, isType }) => isPackage && !isType)
    .map(({ path }) => packageOf(path)),
);
const locked = readJson('package-lock.json')['packages'] as Locked;
const scripts = (readJson('package.json')['allowScripts'] ?? {}) as Record<string, boolean>;
const problems = judgePackages({ locked, shipped: new Set([...shipped, FONT]), scripts });
problems.forEach((line) => console.error(line));
if (problems.length > 0) process.exitCode = 1;
console.log(`${Object.keys(locked).length - 1} packages in the lock file, problems ${problems.length}`);
