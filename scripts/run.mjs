import { spawnSync } from 'node:child_process';
import { existsSync } from 'node:fs';
import { fileURLToPath } from 'node:url';

/*
 * Runs an operator's command: from its source if the development dependencies are installed, else from the build.
 *
 *     node scripts/run.mjs migrate --no-transaction
 */
const [name, ...words] = process.argv.slice(2);
const at = (path) => fileURLToPath(new URL(`../${path}`, import.meta.url));
const built = at(`dist/server/${name}.js`);
const hasSources = existsSync(at('node_modules/tsx')) && existsSync(at(`scripts/${name}.ts`));

if (!hasSources && !existsSync(built)) {
  console.error('The server is not built: run "npm run build" with the development dependencies installed.');
  process.exit(1);
}
const args = hasSources ? ['--import', 'tsx', at(`scripts/${name}.ts`)] : ['--enable-source-maps', built];
const { status, signal } = spawnSync(process.execPath, [...args, ...words], { stdio: 'inherit' });
process.exit(signal === null ? status : 1);
