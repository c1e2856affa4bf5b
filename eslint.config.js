import boundaries from 'eslint-plugin-boundaries';
import reactHooks from 'eslint-plugin-react-hooks';
import tseslint from 'typescript-eslint';

/** Packages with one importer each, so that each can be replaced and faked in one place. */
const SINGLE_IMPORTERS = {
  focus: {
    name: '@noriginmedia/norigin-spatial-navigation',
    message: 'Only src/focus/ imports norigin: use what src/focus/index.ts exports.',
  },
  api: { name: 'axios', message: 'Only src/api/ imports axios: call the server through a function of src/api/.' },
  player: { name: 'shaka-player', message: 'Only src/player/ imports Shaka: use what src/player/index.ts exports.' },
};
const SRC_FOLDERS = ['app', 'screens', 'features', 'player', 'ui', 'focus', 'api', 'stores', 'lib'];

const TV_GLOBALS = ['tizen', 'webapis', 'webOS', 'PalmSystem', 'webOSSystem'];
const ONLY_PLATFORM = 'Only platform/ reads the globals of a television: add what you need to platform/platform.ts.';
const ENVIRONMENT = {
  object: 'process',
  property: 'env',
  message: 'Only server/env.ts reads the environment: add the variable there and pass it on.',
};

/** Allowed imports, apart from the own folder (docs/architecture.md). Everything else is forbidden. */
const IMPORTS = {
  contract: [],
  platform: ['platformKind'],
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
 * calls none. Type imports are unrestricted.
 */
const AREAS = {
  accounts: ['profiles'],
  ads: ['accounts', 'catalogue', 'playback'],
  catalogue: ['accounts', 'settings', 'shop'],
  console: ['accounts', 'audit', 'shop'],
  demo: ['accounts', 'catalogue', 'devices', 'playback', 'profiles', 'reviews', 'settings'],
  devices: ['accounts'],
  hidden: ['catalogue', 'profiles'],
  history: ['catalogue', 'profiles'],
  home: ['catalogue'],
  identity: ['accounts'],
  inputs: ['accounts'],
  intake: ['catalogue', 'settings'],
  leaving: ['accounts', 'limits', 'reviews'],
  notifications: ['catalogue', 'profiles', 'settings'],
  operator: [],
  pages: ['accounts', 'devices'],
  playback: ['accounts', 'catalogue', 'limits', 'profiles'],
  profiles: ['accounts', 'catalogue', 'limits'],
  requests: ['audit', 'notifications', 'settings'],
  reviews: ['audit', 'catalogue', 'profiles'],
  shop: ['accounts', 'catalogue'],
  staff: ['accounts', 'settings'],
  status: ['settings'],
  wishes: ['profiles'],
};

const element = (type) => ({ element: { type } });
const elements = (types) => ({ element: { types: { anyOf: types } } });
const area = (names) => ({ element: { type: 'serverArea', captured: { area: names } } });
const files = (category) => ({ file: { categories: category } });

const DENIED =
  '{{ from.element.type }} must not import {{ to.element.type }} here. IMPORTS and AREAS in eslint.config.js list what may be imported; an area of the server is imported through its index.ts.';

const POLICIES = [
  // Packages have rules below; this table covers only the project's folders.
  { allow: { to: { module: { origin: 'external' } } } },
  { allow: { to: { module: { origin: 'core' } } } },
  ...Object.entries(IMPORTS).map(([from, to]) => ({ from: element(from), allow: { to: elements([from, ...to]) } })),
  // Features, screens and platforms must not import siblings.
  ...['features', 'screens', 'platformKind'].map((type) => ({
    from: element(type),
    disallow: { to: { element: { type, captured: { name: '!{{ from.element.captured.name }}' } } } },
  })),
  { from: element('serverArea'), disallow: { to: area('!{{ from.element.captured.area }}') } },
  ...Object.entries(AREAS).map(([from, others]) => ({
    from: area(from),
    allow: { to: { ...area(others), ...files('face') } },
  })),
  // Any server file may import types of rows and transactions; only stores run SQL.
  ...['serverArea', 'serverHttp', 'serverDb'].map((type) => ({
    from: element(type),
    allow: { to: elements(['serverDb', 'serverArea', 'catalogueFormat']), dependency: { kind: 'type' } },
  })),
  // The demo is written against the server's types of a demo, and nothing else of the server's areas.
  {
    from: element('demo'),
    allow: { to: area('demo'), dependency: { kind: 'type' } },
  },
  { from: files('store'), allow: { to: element('serverDb') } },
  { from: files('routes'), allow: { to: element('serverHttp') } },
];

/** Televisions parse whatever the app imports (docs/decisions/049). */
const SMALL_ZOD = { name: 'zod', message: 'Import zod/mini: televisions load this file.' };

/** Missing in Chromium 53 and not polyfilled (src/packaged.ts); syntax rules cannot detect these. */
const BEYOND = {
  methods:
    'replaceChildren|toggleAttribute|getAnimations|checkVisibility|computedStyleMap|attributeStyleMap|attachInternals|' +
    'getAttributeNames|padEnd|scrollBy|requestSubmit|showPicker|moveBefore|randomUUID|toSorted|toReversed|toSpliced|withResolvers|toWellFormed',
  objects:
    'structuredClone|reportError|ResizeObserver|ReportingObserver|OffscreenCanvas|EventTarget|WeakRef|' +
    'BroadcastChannel|DOMMatrix|DOMPoint|DOMRect|FinalizationRegistry|CompressionStream|TextDecoderStream|CloseWatcher|Iterator',
  members: [
    ['AbortSignal', 'timeout|any|abort'],
    ['Intl', 'ListFormat|PluralRules|RelativeTimeFormat|DisplayNames|Segmenter|Locale'],
    ['Promise', 'try'],
    ['navigator', 'mediaCapabilities|locks|wakeLock|share'],
  ],
};
const OLDEST_ENGINE = [
  `MemberExpression[property.name=/^(${BEYOND.methods})$/]`,
  `:matches(NewExpression, CallExpression) > Identifier.callee[name=/^(${BEYOND.objects})$/]`,
  ...BEYOND.members.map(([name, of]) => `MemberExpression[object.name='${name}'][property.name=/^(${of})$/]`),
].map((selector) => ({ selector, message: 'Chromium 53 lacks this, and src/packaged.ts does not polyfill it.' }));

/** React events that `quietRoot` does not listen to, so components never receive them. */
const UNHEARD = {
  selector: 'JSXAttribute[name.name=/^on(Focus(Capture)?$|Blur|Transition)/]',
  message:
    'src/lib/quiet-root.ts keeps React from hearing these events: take them off its list first, or use useFocusIn.',
};

export default tseslint.config(
  {
    ignores: [
      'dist/',
      'data/',
      'artifacts/',
      'node_modules/',
      'test-results/',
      'playwright-report/',
      'scripts/clients/',
    ],
  },
  ...tseslint.configs.recommended,
  {
    files: ['**/*.{ts,tsx}'],
    languageOptions: { parserOptions: { projectService: true, tsconfigRootDir: import.meta.dirname } },
    rules: {
      '@typescript-eslint/no-floating-promises': 'error',
      '@typescript-eslint/no-misused-promises': ['error', { checksVoidReturn: false }],
      '@typescript-eslint/await-thenable': 'error',
      '@typescript-eslint/switch-exhaustiveness-check': ['error', { considerDefaultExhaustiveForUnions: true }],
      '@typescript-eslint/consistent-type-imports': 'error',
      '@typescript-eslint/no-unused-vars': ['error', { argsIgnorePattern: '^_', varsIgnorePattern: '^_' }],
      'no-console': ['error', { allow: ['warn', 'error'] }],
      eqeqeq: 'error',
    },
  },
  { files: ['{src,console}/**/*.{ts,tsx}'], ...reactHooks.configs.flat.recommended },
  {
    files: ['{contract,platform,src,console,server,demo}/**/*.{ts,tsx}'],
    ignores: ['demo/tests/**'],
    plugins: { boundaries },
    settings: {
      'import/resolver': { typescript: { project: './tsconfig.json' } },
      'boundaries/include': ['{contract,platform,src,console,server,demo}/**/*.{ts,tsx}'],
      // The first matching folder wins, from the root.
      'boundaries/elements': [
        { type: 'platformKind', pattern: 'platform/*', capture: ['name'] },
        { type: 'features', pattern: 'src/features/*', capture: ['name'] },
        { type: 'screens', pattern: 'src/screens/*', capture: ['name'] },
        ...['app', 'ui', 'focus', 'api', 'stores', 'player', 'lib'].map((type) => ({ type, pattern: `src/${type}` })),
        { type: 'serverLib', pattern: 'server/lib' },
        { type: 'serverHttp', pattern: 'server/http' },
        { type: 'serverDb', pattern: 'server/db' },
        { type: 'serverProviders', pattern: 'server/providers' },
        { type: 'catalogueFormat', pattern: 'server/catalogue/format' },
        { type: 'serverArea', pattern: 'server/*', capture: ['area'] },
        { type: 'serverMain', pattern: 'server' },
        { type: 'main', pattern: 'src' },
        { type: 'console', pattern: 'console' },
        { type: 'contract', pattern: 'contract' },
        { type: 'platform', pattern: 'platform' },
        { type: 'demo', pattern: 'demo' },
      ].map((descriptor) => ({ ...descriptor, partialMatch: false })),
      'boundaries/files': [
        { category: 'face', pattern: 'server/*/index.ts' },
        { category: 'routes', pattern: 'server/*/routes.ts' },
        { category: 'store', pattern: 'server/*/{store,*-store}.ts' },
      ],
    },
    rules: { 'boundaries/dependencies': ['error', { default: 'disallow', message: DENIED, policies: POLICIES }] },
  },
  ...SRC_FOLDERS.map((folder) => ({
    files: [`src/${folder}/**/*.{ts,tsx}`],
    rules: {
      'no-restricted-imports': [
        'error',
        {
          paths: [
            ...Object.entries(SINGLE_IMPORTERS)
              .filter(([only]) => only !== folder)
              .map(([, path]) => path),
            SMALL_ZOD,
          ],
        },
      ],
    },
  })),
  { files: ['contract/**/*.ts'], rules: { 'no-restricted-imports': ['error', { paths: [SMALL_ZOD] }] } },
  {
    files: ['{contract,src,server,demo}/**/*.{ts,tsx}'],
    rules: {
      'no-restricted-globals': ['error', ...TV_GLOBALS.map((name) => ({ name, message: ONLY_PLATFORM }))],
      'no-restricted-properties': [
        'error',
        ENVIRONMENT,
        ...TV_GLOBALS.map((property) => ({ object: 'window', property, message: ONLY_PLATFORM })),
      ],
    },
  },
  {
    files: ['{contract,platform,src}/**/*.{ts,tsx}'],
    rules: { 'no-restricted-syntax': ['error', ...OLDEST_ENGINE, UNHEARD] },
  },
  {
    // The import table compares folders, and these two files share one.
    files: ['server/*/routes.ts'],
    rules: {
      '@typescript-eslint/no-restricted-imports': [
        'error',
        {
          patterns: [
            {
              regex: '^\\./(.*-)?store\\.ts$',
              allowTypeImports: true,
              message: 'A route calls a rule; only rules call the store.',
            },
          ],
        },
      ],
    },
  },
  { files: ['server/env.ts'], rules: { 'no-restricted-properties': 'off' } },
  {
    files: ['demo/**/*.ts', '{bench,scripts}/**/*', 'tests/**/*', '*.ts', 'server/main.ts', 'server/start.ts'],
    rules: { 'no-console': 'off' },
  },
);
