import { createHash } from 'node:crypto';
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
import { mapsAside } from './scripts/build/maps-aside.ts';
import { guardWithoutData } from './scripts/build/modern-guard.ts';

const SHAKA_FILE = 'shaka-player.compiled.js';
const shakaSource = join(import.meta.dirname, 'node_modules/shaka-player/dist', SHAKA_FILE);
const { version } = JSON.parse(readFileSync(join(import.meta.dirname, 'package.json'), 'utf8')) as { version: string };

/** Changes with the modules that describe home's rows, so that no build reads a stored home of another format. */
const homeContract = ['home', 'catalogue', 'profiles', 'values']
  .reduce(
    (hash, name) => hash.update(readFileSync(join(import.meta.dirname, `contract/${name}.ts`))),
    createHash('sha256'),
  )
  .digest('hex')
  .slice(0, 8);

/** Shaka is ES5 already: keep it in its own file, loaded on first use of the player (docs/decisions/079). */
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

/** Compresses text files at build time, for the server to send unchanged: a third of the bytes on slow connections. */
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

/** Sizes in rem above which text is large already (docs/decisions/226). */
const LARGE = { 'font-size': 4, 'line-height': 4.5 };
/** Sizes in rem from which text is a title and needs to grow less (docs/decisions/226). */
const TITLE = { 'font-size': 2, 'line-height': 2.75 };

interface StyleDeclaration {
  readonly prop: string;
  value: string;
  readonly parent?: { readonly nodes?: readonly object[] } | undefined;
}

/** In a box with a fixed height, the line height positions the text, so it must not scale. */
const isInFixedBox = ({ parent }: StyleDeclaration) =>
  parent?.nodes?.some(
    (node) =>
      'prop' in node && node.prop === 'height' && 'value' in node && /^([\d.]+rem|100%)$/.test(String(node.value)),
  ) ?? false;

/** Text follows the setting 큰 글자 while boxes do not: font sizes become multiples of one custom property. */
const scaledLetters = {
  postcssPlugin: 'bora:scaled-letters',
  Declaration(declaration: StyleDeclaration) {
    const { prop, value } = declaration;
    if (prop !== 'font-size' && prop !== 'line-height') return;
    if (prop === 'line-height' && isInFixedBox(declaration)) return;
    const rem = /^([\d.]+)rem$/.exec(value)?.[1];
    if (rem === undefined || Number(rem) >= LARGE[prop]) return;
    declaration.value = `calc(${value} * var(--${Number(rem) < TITLE[prop] ? 'letters' : 'titles'}))`;
  },
};

/**
 * The page of a package: one classic script after the markup, without a CORS attribute, which fails on `file://`
 * (docs/decisions/071). The script starts with the polyfills, because packages have no second build for old engines.
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

/** Development server only: `?platform=tizen` installs an imitation of a set before the app detects its platform. */
const imitators = (): Plugin => ({
  name: 'bora:imitators',
  apply: 'serve',
  transformIndexHtml: () => [{ tag: 'script', attrs: { type: 'module', src: '/tests/support/browser/imitate.ts' } }],
});

/** Polyfills for old engines, by core-js names; packages import them first. */
const POLYFILLS = [
  ...readFileSync(join(import.meta.dirname, 'src/packaged.ts'), 'utf8').matchAll(/core-js\/modules\/(.+)\.js'/g),
].map(([, name = '']) => name);

/** Transitive static imports of a module, without dynamic imports. */
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

/** Modules that a library's index imports and only later screens need. */
const LATER =
  /\/(mutationObserver|useMutation|queriesObserver|useQueries|infiniteQueryObserver|useInfiniteQuery|infiniteQueryOptions)\.js$/;

/**
 * Two scripts: one for code that every screen needs, one for home. Without this, each shared module becomes its own
 * script: more requests before the first picture, and worse compression. Code that home shares with other possible
 * first screens goes into the first script, so that those screens do not load home's.
 */
function scriptsOfTheFirstScreen() {
  const source = (path: string) => join(import.meta.dirname, 'src', path);
  const entry = source('main.tsx');
  const home = source('screens/home/home-screen.tsx');
  const others = [source('screens/profiles/profiles-screen.tsx'), source('screens/sign-in/sign-in-screen.tsx')];
  const player = source('player/index.ts');
  /** The only part of the player that the entry uses. */
  const script = source('player/engine/shaka-script.ts');
  let modules: { first: Set<string>; home: Set<string> } | null = null;
  return {
    debugName: 'first screen',
    name(id: string, modulesOf: { getModuleInfo(id: string): { importedIds: string[] } | null }) {
      // The player's index imports all of the player, but only a small part is needed before it opens.
      const from = (start: string) =>
        withImports(start, (each) => (each === player ? [] : (modulesOf.getModuleInfo(each)?.importedIds ?? [])));
      if (!modules) {
        const atHome = from(home);
        const elsewhere = others.flatMap((other) => [...from(other)]);
        const first = [...from(entry), script, ...elsewhere.filter((each) => atHome.has(each))];
        modules = { first: new Set(first), home: atHome };
      }
      if (id.includes('rolldown/runtime')) return 'first';
      if (id === entry || LATER.test(id)) return null;
      if (modules.first.has(id)) return 'first';
      return modules.home.has(id) ? 'home-screen' : null;
    },
  };
}

/**
 * What the player shares with other screens, as three scripts: as one for each set of screens, it is fifteen, which the
 * first playback waits for in three turns of a browser's connections. What possible first screens share with it is apart.
 */
function scriptsOfThePlayer() {
  const group = (name: string, ...screens: string[]) => {
    let modules: Set<string> | null = null;
    return {
      debugName: name,
      // Modules of one screen alone are in its own script.
      minShareCount: 2,
      name(id: string, modulesOf: { getModuleInfo(id: string): { importedIds: string[] } | null }) {
        modules ??= ['player/player', ...screens]
          .map((screen) => join(import.meta.dirname, `src/screens/${screen}-screen.tsx`))
          .map((start) => withImports(start, (each) => modulesOf.getModuleInfo(each)?.importedIds ?? []))
          .reduce((all, some) => new Set([...all].filter((each) => some.has(each))));
        return modules.has(id) ? name : null;
      },
    };
  };
  // A group takes what its modules import with it: what the first screens need is taken before.
  return [group('forms', 'sign-in/sign-in'), group('pins', 'profiles/profiles'), group('player')];
}

/**
 * Preloads home's script and styles together with the first ones if a viewer is signed in. An inline script checks the
 * session's cookie, because no other script has loaded by then (docs/decisions/142).
 */
const homeAhead = (): Plugin => ({
  name: 'bora:home-ahead',
  apply: 'build',
  transformIndexHtml: {
    order: 'post',
    handler(html, { bundle = {} }) {
      const files = Object.keys(bundle).filter((file) => /\/home-screen-(?!legacy)[^/]*\.(js|css)$/.test(file));
      // The scripts for old engines pass through here too.
      if (files.length === 0) return html;
      if (files.length !== 2)
        throw new Error(`the build has ${files.length} files for home, not a script and a style sheet`);
      const script = `<script>
      if (document.cookie.indexOf('lS_session=') >= 0)
        ${JSON.stringify(files)}.forEach(function (file) {
          var link = document.createElement('link');
          link.rel = /css$/.test(file) ? 'preload' : 'modulepreload';
          link.as = /css$/.test(file) ? 'style' : 'script';
          link.crossOrigin = '';
          link.href = './' + file;
          document.head.appendChild(link);
        });
    </script>
    `;
      // A script that stands after a style sheet waits for it.
      return html.replace('<script type="module"', `${script}$&`);
    },
  },
});

/** The engine of LG's sets of 2018, with prefixed `clip-path` and `user-select`. */
const OLDEST_CSS = 'chrome53';

/** Scripts and styles that keep a name of their own. */
const NAMED = /^(first|rolldown-runtime)\b|-screen\b/;

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
    homeAhead(),
    packed(),
  ],
  build: {
    outDir: 'dist/web',
    // As in the packages, so that the check of the built style sheets is one of theirs.
    cssTarget: OLDEST_CSS,
    // A browser without `modulepreload` loads the same scripts slightly later.
    modulePreload: { polyfill: false },
    // The first script names all others: seven hexadecimal digits take less of it than eight mixed letters, and the
    // parts that screens share need no other name.
    rolldownOptions: {
      output: {
        hashCharacters: 'hex' as const,
        entryFileNames: 'assets/[name]-[hash:7].js',
        chunkFileNames: ({ name }: { name: string }) => `assets/${NAMED.test(name) ? '[name]-' : ''}[hash:7].js`,
        assetFileNames: ({ names }: { names: string[] }) =>
          `assets/${names.some((name) => NAMED.test(name)) ? '[name]-' : ''}[hash:7][extname]`,
        codeSplitting: { groups: [scriptsOfTheFirstScreen(), ...scriptsOfThePlayer()] },
      },
    },
  },
};

/** One bundle for the packages of both televisions; scripts/package adds the rest. */
const forPackages = {
  plugins: [fromFile(), asClassicScript()],
  build: {
    outDir: 'dist/packaged',
    target: 'es2015',
    cssTarget: OLDEST_CSS,
    cssCodeSplit: false,
    modulePreload: false,
    rolldownOptions: {
      // The preload helper refers to it but never runs.
      transform: { define: { 'import.meta.url': '""', 'import.meta.resolve': 'undefined' } },
      output: { format: 'iife', codeSplitting: false },
    },
  },
} as const;

export default defineConfig(({ mode }) => {
  const { plugins, build } = mode === 'package' ? forPackages : forTheWeb;
  return {
    base: './',
    define: { __APP_VERSION__: JSON.stringify(version), __HOME_CONTRACT__: JSON.stringify(homeContract) },
    css: {
      postcss: { plugins: [scaledLetters] },
      // Without the style sheet's line number, which Vite adds: the class names count towards the first screen's
      // scripts.
      modules: { generateScopedName: '[local]_[hash:base64:3]' },
    },
    plugins: [
      react(),
      leavingOut(),
      bareContract(join(import.meta.dirname, 'contract')),
      shakaBesideTheApp(),
      imitators(),
      mapsAside(join(import.meta.dirname, 'dist/maps'), version),
      ...plugins,
    ],
    build: { assetsInlineLimit: 0, chunkSizeWarningLimit: 900, ...build },
  };
});
