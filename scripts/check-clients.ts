import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { copyFile, mkdir, rm, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import openapiTypescript, { astToString, type OpenAPI3 } from 'openapi-typescript';
import { generateApi } from 'swagger-typescript-api';
import { hasDemo } from '#tests/support/demo-tests.ts';
import { startTestServer } from '#tests/support/server/server.ts';

/*
 * Generates two clients from the OpenAPI document with third-party generators, compiles a program against each, and
 * runs both programs against a real server.
 */
const root = join(import.meta.dirname, '..');
// Inside the project, so that the programs find its packages.
const folder = join(root, 'node_modules/.cache/bora-clients');

const PROGRAMS = ['use-openapi-fetch.ts', 'use-swagger-typescript-api.ts'];

/** Asynchronous, because the server runs in this process. */
async function run(...args: string[]): Promise<void> {
  const [code] = (await once(spawn(process.execPath, args, { cwd: root, stdio: 'inherit' }), 'close')) as [number];
  if (code !== 0) throw new Error(`${args.join(' ')} ended with ${code}`);
}

if (!hasDemo) {
  console.log('check:clients signs in to the demo, and demo/ is absent: no client was run.');
  process.exit();
}
await rm(folder, { recursive: true, force: true });
await mkdir(folder, { recursive: true });
const server = await startTestServer({ dataDir: 'memory' });
try {
  const document = (await (await fetch(`${server.url}/api/openapi.json`)).json()) as OpenAPI3;
  await writeFile(
    join(folder, 'openapi-typescript.ts'),
    astToString(await openapiTypescript(structuredClone(document))),
  );
  await generateApi({
    spec: structuredClone(document) as never,
    fileName: 'swagger-typescript-api.ts',
    output: folder,
    httpClientType: 'fetch',
    extractRequestParams: true,
    moduleNameFirstTag: false,
    silent: true,
  });
  for (const program of PROGRAMS) await copyFile(join(root, 'scripts/clients', program), join(folder, program));
  await writeFile(join(folder, 'package.json'), JSON.stringify({ type: 'module' }));
  await writeFile(
    join(folder, 'tsconfig.json'),
    JSON.stringify({
      compilerOptions: {
        target: 'es2022',
        module: 'nodenext',
        moduleResolution: 'nodenext',
        strict: true,
        noEmit: true,
        allowImportingTsExtensions: true,
        skipLibCheck: true,
        types: ['node'],
        lib: ['es2023', 'dom'],
      },
      include: ['*.ts'],
    }),
  );
  await run(join(root, 'node_modules/typescript-native/bin/tsc'), '-p', folder);
  for (const program of PROGRAMS) await run('--import', 'tsx', join(folder, program), server.url);
  console.log('Clients by openapi-typescript and swagger-typescript-api compile and work.');
} finally {
  await server.close();
}
