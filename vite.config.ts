import {
  copyFileSync,
  createReadStream,
  existsSync,
  mkdirSync,
  readdirSync,
  readFileSync,
  writeFileSync,
} from 'node:fs';
import { join } from 'node:path';
import { brotliCompressSync, gzipSync } from 'node:zlib';
import legacy from '@vitejs/plugin-legacy';
import react from '@vitejs/plugin-react';
import { defineConfig, type Plugin } from 'vite';
import { bareContract } from './scripts/build/bare-contract.ts';
import { leavingOut } from './scripts/build/left-out.ts';
import { guardWithoutData } from './scripts/build/modern-guard.ts';

const SHAKA_FILE = 'shaka-player.compiled.js';
const shakaSource = join(import.meta.dirname, 'node_modules/shaka-player/dist', SHAKA_FILE);
const { version } = JSON.parse(readFileSync(join(import.meta.dirname, 'package.json'), 'utf8')) as { version: string };

/** Shaka is ES5 already: it stays a file of its own, loaded when the player is first needed (docs/decisions/005). */
const shakaBesideTheApp = (): Plugin => ({
  name: 'bora:shaka',
  configureServer(server) {
    server.middlewares.use(`/vendor/${SHAKA_FILE}`, (_request, response) => {
      response.setHeader('content-type', 'text/javascript');
      createReadStream(shakaSource).pipe(response);
    });
  },
  writeBundle({ dir }) {
    if (!dir) return;
    mkdirSync(join(dir, 'vendor'), { recursive: true });
    copyFileSync(shakaSource, join(dir, 'vendor', SHAKA_FILE));
  },
});

/** Text packed once when it is built, for the server to send as it is: a third of the bytes on a slow line. */
const packed = (): Plugin => {
  let outDir = '';
  return {
    name: 'bora:packed',
    enforce: 'post',
    configResolved(config) {
      outDir = join(config.root, config.build.outDir);
    },
    closeBundle() {
      for (const folder of ['assets', 'vendor'].map((name) => join(outDir, name))) {
        for (const name of existsSync(folder) ? readdirSync(folder) : []) {
          if (!/\.(js|css)$/.test(name)) continue;
          const file = join(folder, name);
          const text = readFileSync(file);
          writeFileSync(`${file}.gz`, gzipSync(text, { level: 9 }));
          writeFileSync(`${file}.br`, brotliCompressSync(text));
        }
      }
    },
  };
};

/** Sizes in rem from which on letters are large already (docs/decisions/047). */
const LARGE = { 'font-size': 4, 'line-height': 4.5 };

interface StyleDeclaration {
  readonly prop: string;
  value: string;
  readonly parent?: { readonly nodes?: readonly object[] } | undefined;
}

/** In a box with a height of its own the height of a line places the text in it, and stays as the box does. */
const isInFixedBox = ({ parent }: StyleDeclaration) =>
  parent?.nodes?.some(
    (node) =>
      'prop' in node && node.prop === 'height' && 'value' in node && /^([\d.]+rem|100%)$/.test(String(node.value)),
  ) ?? false;

/** Letters follow the setting 큰 글자 while boxes stay: their sizes become multiples of one custom property. */
const scaledLetters = {
  postcssPlugin: 'bora:scaled-letters',
  Declaration(declaration: StyleDeclaration) {
    const { prop, value } = declaration;
    if (prop !== 'font-size' && prop !== 'line-height') return;
    if (prop === 'line-height' && isInFixedBox(declaration)) return;
    const rem = /^([\d.]+)rem$/.exec(value)?.[1];
    if (rem !== undefined && Number(rem) < LARGE[prop]) declaration.value = `calc(${value} * var(--letters))`;
  },
};

/**
 * The page of a package: one classic script after the markup, and no attribute that asks for CORS, which a page from
 * `file://` never gets (docs/decisions/071). It begins with what old engines lack, since no second build is beside it.
 */
const fromFile = (): Plugin => ({
  name: 'bora:from-file',
  transformIndexHtml: {
    order: 'pre',
    handler: (html) => html.replace('/src/main.tsx', '/src/packaged.ts'),
  },
});
const asClassicScript = (): Plugin => ({
  name: 'bora:classic-script',
  enforce: 'post',
  transformIndexHtml: {
    order: 'post',
    handler(html) {
      const [tag = '', address = ''] = /<script type="module"[^>]* src="([^"]+)"><\/script>/.exec(html) ?? [];
      if (!tag) throw new Error('index.html has no module script to turn into a classic one');
      return html
        .replace(tag, '')
        .replace('</body>', `  <script src="${address}"></script>\n  </body>`)
        .replace(/ crossorigin/g, '')
        .replace(/\n\s*\n/g, '\n');
    },
  },
});

/** `?platform=tizen` on the development server imitates a set: before the app looks for one, and in no build. */
const imitators = (): Plugin => ({
  name: 'bora:imitators',
  apply: 'serve',
  transformIndexHtml: () => [{ tag: 'script', attrs: { type: 'module', src: '/tests/support/imitate.ts' } }],
});

/** What old engines lack, of the names that core-js gives them: the list is where a package starts. */
const POLYFILLS = [
  ...readFileSync(join(import.meta.dirname, 'src/packaged.ts'), 'utf8').matchAll(/core-js\/modules\/(.+)\.js'/g),
].map(([, name = '']) => name);

/** What a module imports, and what that imports, but for what it loads when it is asked for. */
function withImports(from: string, importsOf: (id: string) => readonly string[]): Set<string> {
  const found = new Set<string>();
  const visit = (id: string) => {
    if (found.has(id)) return;
    found.add(id);
    importsOf(id).forEach(visit);
  };
  visit(from);
  return found;
}

/** What a library's list of all that it has leads to, and only later screens need. */
const LATER = /\/(mutationObserver|useMutation|infiniteQueryObserver|useInfiniteQuery|infiniteQueryOptions)\.js$/;

/**
 * One script for what stands before every screen and one for home, where each module that another screen has too would
 * be a script of its own: fewer requests on the way to the first picture, and they pack better together. What home shares
 * with the other screens that may come first stands in the first, so that they do not load home's.
 */
function scriptsOfTheFirstScreen() {
  const source = (path: string) => join(import.meta.dirname, 'src', path);
  const entry = source('main.tsx');
  const home = source('screens/home/home-screen.tsx');
  const others = [source('screens/profiles/profiles-screen.tsx'), source('screens/sign-in/sign-in-screen.tsx')];
  const player = source('player/index.ts');
  let modules: { first: Set<string>; home: Set<string> } | null = null;
  return {
    debugName: 'first screen',
    name(id: string, modulesOf: { getModuleInfo(id: string): { importedIds: string[] } | null }) {
      // The player's list of what it offers leads to all of the player, of which little is needed before it is opened.
      const from = (start: string) =>
        withImports(start, (each) => (each === player ? [] : (modulesOf.getModuleInfo(each)?.importedIds ?? [])));
      if (!modules) {
        const atHome = from(home);
        const elsewhere = others.flatMap((other) => [...from(other)]);
        modules = { first: new Set([...from(entry), ...elsewhere.filter((each) => atHome.has(each))]), home: atHome };
      }
      if (id === entry || LATER.test(id)) return null;
      if (modules.first.has(id)) return 'first';
      return modules.home.has(id) ? 'home-screen' : null;
    },
  };
}

/** Two bundles for browsers: they take the one that they know. */
const forTheWeb = {
  plugins: [
    legacy({
      targets: ['chrome >= 63'],
      modernTargets: ['chrome >= 109'],
      polyfills: POLYFILLS,
      modernPolyfills: false,
      additionalLegacyPolyfills: ['abortcontroller-polyfill/dist/polyfill-patch-fetch'],
    }),
    guardWithoutData(),
    packed(),
  ],
  build: {
    outDir: 'dist/web',
    // A browser that knows no `modulepreload` loads the same scripts a moment later.
    modulePreload: { polyfill: false },
    rolldownOptions: { output: { codeSplitting: { groups: [scriptsOfTheFirstScreen()] } } },
  },
};

/** One bundle for the packages of both televisions; scripts/package puts the rest beside it. */
const forPackages = {
  plugins: [fromFile(), asClassicScript()],
  build: {
    outDir: 'dist/packaged',
    target: 'es2015',
    cssTarget: 'chrome61',
    cssCodeSplit: false,
    modulePreload: false,
    rolldownOptions: {
      // The helper that preloads scripts names it, and is never asked.
      transform: { define: { 'import.meta.url': '""', 'import.meta.resolve': 'undefined' } },
      output: { format: 'iife', codeSplitting: false },
    },
  },
} as const;

export default defineConfig(({ mode }) => {
  const { plugins, build } = mode === 'package' ? forPackages : forTheWeb;
  return {
    base: './',
    define: { __APP_VERSION__: JSON.stringify(version) },
    css: {
      postcss: { plugins: [scaledLetters] },
      // Without the line of the style sheet, which Vite adds: the names are in the scripts of the first screen.
      modules: { generateScopedName: '[local]_[hash:base64:3]' },
    },
    plugins: [
      react(),
      leavingOut(),
      bareContract(join(import.meta.dirname, 'contract')),
      shakaBesideTheApp(),
      imitators(),
      ...plugins,
    ],
    build: { assetsInlineLimit: 0, chunkSizeWarningLimit: 900, ...build },
    server: {
      proxy: { '/api': 'http://127.0.0.1:8080', '/media': 'http://127.0.0.1:8080', '/art': 'http://127.0.0.1:8080' },
    },
  };
});
