import { buildDocs } from './docs/build.ts';

await buildDocs();
console.log('Built the documentation in dist/docs. The console serves it at /docs/.');
