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

/** Televisions parse whatever the app imports (docs/decisions/001). */
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

/*
 * What the sets' part of the app may import and write, which differs by folder or needs a selector. Oxlint checks everything
 * else (.oxlintrc.json), in a fraction of the time.
 */
export default tseslint.config(
  { ignores: ['**/*.{js,mjs}', '{dist,data,artifacts,test-results,playwright-report}/'] },
  {
    files: ['{contract,platform,src}/**/*.{ts,tsx}'],
    languageOptions: {
      parser: tseslint.parser,
      // No rule here needs the names of the libraries as variables. Declaring them again in every file takes long.
      parserOptions: { lib: [] },
    },
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
    files: ['{contract,platform,src}/**/*.{ts,tsx}'],
    rules: { 'no-restricted-syntax': ['error', ...OLDEST_ENGINE, UNHEARD] },
  },
  {
    files: ['src/{screens,features}/**/*.{ts,tsx}'],
    rules: {
      'no-restricted-syntax': [
        'error',
        ...OLDEST_ENGINE,
        UNHEARD,
        {
          selector:
            'MemberExpression[object.name="Date"][property.name="now"], NewExpression[callee.name="Date"][arguments.length=0]',
          message: "The set's date may be wrong: ask the clock of the app (useClock), which follows the server's.",
        },
      ],
    },
  },
);
