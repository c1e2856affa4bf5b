import boundaries from 'eslint-plugin-boundaries';
import reactHooks from 'eslint-plugin-react-hooks';
import tseslint from 'typescript-eslint';

/** Packages with one importer each, so that each is replaced and faked at one place. */
const SINGLE_IMPORTERS = {
  focus: { name: '@noriginmedia/norigin-spatial-navigation', message: 'Only src/focus/ knows norigin.' },
  api: { name: 'axios', message: 'Only src/api/ knows axios.' },
  player: { name: 'shaka-player', message: 'Only src/player/ knows Shaka.' },
};
const SRC_FOLDERS = ['app', 'screens', 'features', 'player', 'ui', 'focus', 'api', 'stores', 'lib'];

const TV_GLOBALS = ['tizen', 'webapis', 'webOS', 'PalmSystem', 'webOSSystem'];
const ONLY_PLATFORM = 'Only platform/ knows the television.';
const ENVIRONMENT = { object: 'process', property: 'env', message: 'Only server/env.ts reads the environment.' };

/** Who may import whom, besides itself (docs/architecture.md). What is not here is not allowed. */
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
  catalogue: ['contract'],
  serverLib: ['contract'],
  serverHttp: ['serverLib', 'contract'],
  serverDb: ['serverLib', 'contract'],
  serverProviders: ['serverLib', 'contract'],
  serverArea: ['serverLib', 'serverProviders', 'contract', 'catalogue'],
  serverMain: ['serverArea', 'serverLib', 'serverHttp', 'serverDb', 'serverProviders', 'contract', 'catalogue'],
};

const element = (type) => ({ element: { type } });
const elements = (types) => ({ element: { types: { anyOf: types } } });
const files = (category) => ({ file: { categories: category } });

const POLICIES = [
  // Packages are ruled below; only the project's own folders stand in the table.
  { allow: { to: { module: { origin: 'external' } } } },
  { allow: { to: { module: { origin: 'core' } } } },
  ...Object.entries(IMPORTS).map(([from, to]) => ({ from: element(from), allow: { to: elements([from, ...to]) } })),
  // A feature knows no other feature, a screen no other screen, a television no other television.
  ...['features', 'screens', 'platformKind'].map((type) => ({
    from: element(type),
    disallow: { to: { element: { type, captured: { name: '!{{ from.element.captured.name }}' } } } },
  })),
  // Types of rows and transactions may be named anywhere on the server; what runs SQL stays in the stores.
  ...['serverArea', 'serverHttp', 'serverDb'].map((type) => ({
    from: element(type),
    allow: { to: elements(['serverDb', 'serverArea', 'catalogue']), dependency: { kind: 'type' } },
  })),
  { from: files('store'), allow: { to: element('serverDb') } },
  { from: files('routes'), allow: { to: element('serverHttp') } },
  // A route calls rules, never SQL.
  { from: files('routes'), disallow: { to: files('store'), dependency: { kind: 'value' } } },
];

/** A television parses what the app imports (docs/decisions/049). */
const SMALL_ZOD = { name: 'zod', message: 'In what a television loads: zod/mini.' };

/** What Chromium 63 has not, and no polyfill of ours brings (src/packaged.ts); lint of the syntax sees none of it. */
const BEYOND = {
  methods:
    'replaceChildren|toggleAttribute|getAnimations|checkVisibility|computedStyleMap|attributeStyleMap|attachInternals|' +
    'requestSubmit|showPicker|moveBefore|randomUUID|toSorted|toReversed|toSpliced|withResolvers|toWellFormed',
  objects:
    'structuredClone|reportError|ResizeObserver|ReportingObserver|OffscreenCanvas|EventTarget|WeakRef|' +
    'FinalizationRegistry|CompressionStream|TextDecoderStream|CloseWatcher|Iterator',
  members: [
    ['AbortSignal', 'timeout|any|abort'],
    ['Intl', 'ListFormat|RelativeTimeFormat|DisplayNames|Segmenter|Locale'],
    ['Promise', 'try'],
    ['navigator', 'mediaCapabilities|locks|wakeLock|share'],
  ],
};
const OLDEST_ENGINE = [
  `MemberExpression[property.name=/^(${BEYOND.methods})$/]`,
  `:matches(NewExpression, CallExpression) > Identifier.callee[name=/^(${BEYOND.objects})$/]`,
  ...BEYOND.members.map(([name, of]) => `MemberExpression[object.name='${name}'][property.name=/^(${of})$/]`),
].map((selector) => ({ selector, message: 'Chromium 63 does not have it, and no polyfill of ours brings it.' }));

/** React events that `quietRoot` leaves out, so that no component hears of them. */
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
  { files: ['src/**/*.{ts,tsx}'], ...reactHooks.configs.flat.recommended },
  {
    files: ['{contract,platform,src,server,catalogue}/**/*.{ts,tsx}'],
    plugins: { boundaries },
    settings: {
      'import/resolver': { typescript: { project: './tsconfig.json' } },
      'boundaries/include': ['{contract,platform,src,server,catalogue}/**/*.{ts,tsx}'],
      // The first folder that fits, from the root.
      'boundaries/elements': [
        { type: 'platformKind', pattern: 'platform/*', capture: ['name'] },
        { type: 'features', pattern: 'src/features/*', capture: ['name'] },
        { type: 'screens', pattern: 'src/screens/*', capture: ['name'] },
        ...['app', 'ui', 'focus', 'api', 'stores', 'player', 'lib'].map((type) => ({ type, pattern: `src/${type}` })),
        { type: 'serverLib', pattern: 'server/lib' },
        { type: 'serverHttp', pattern: 'server/http' },
        { type: 'serverDb', pattern: 'server/db' },
        { type: 'serverProviders', pattern: 'server/providers' },
        { type: 'serverArea', pattern: 'server/*', capture: ['area'] },
        { type: 'serverMain', pattern: 'server' },
        { type: 'main', pattern: 'src' },
        { type: 'contract', pattern: 'contract' },
        { type: 'platform', pattern: 'platform' },
        { type: 'catalogue', pattern: 'catalogue' },
      ].map((descriptor) => ({ ...descriptor, partialMatch: false })),
      'boundaries/files': [
        { category: 'routes', pattern: 'server/*/routes.ts' },
        { category: 'store', pattern: 'server/*/{store,*-store}.ts' },
      ],
    },
    rules: { 'boundaries/dependencies': ['error', { default: 'disallow', policies: POLICIES }] },
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
    files: ['{contract,src,server,catalogue}/**/*.{ts,tsx}'],
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
  { files: ['server/env.ts'], rules: { 'no-restricted-properties': 'off' } },
  {
    files: ['catalogue/**/*.ts', 'scripts/**/*', 'tests/**/*', '*.ts', 'server/main.ts', 'server/start.ts'],
    rules: { 'no-console': 'off' },
  },
);
