import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { runInNewContext } from 'node:vm';
import { parse } from 'acorn';
import { describe, expect, test } from 'vitest';

/* Samsung's Node.js is imitated: it was not run on a set. */
const source = readFileSync(join(import.meta.dirname, '../../../tizen/tiles-service.js'), 'utf8').replace(
  '{{apiUrl}}',
  'https://bora.example',
);
const NOW_SECONDS = Math.floor(Date.now() / 1000);
const documentOf = (title: string, expires = NOW_SECONDS + 3600) =>
  JSON.stringify({ expires, sections: [{ title, position: 0, tiles: [{ title }] }] });

interface SetOptions {
  /** The server's answer; null when it cannot be reached. */
  readonly answer?: { status: number; body: string } | null;
  readonly hasStorage?: boolean;
  /** The error that the set throws for every document. */
  readonly refuses?: Error;
}

function startSet({ answer = { status: 200, body: documentOf('인기') }, hasStorage = true, refuses }: SetOptions = {}) {
  const stored = new Map<string, string>();
  const shown: string[] = [];
  const asked: string[] = [];
  let exits = 0;
  let handed: string | undefined;
  /** Answers of the server that the test delivers. */
  const pending: (() => void)[] = [];
  const preference = {
    exists: (key: string) => stored.has(key),
    getValue: (key: string) => stored.get(key),
    setValue: (key: string, value: string) => void stored.set(key, value),
  };
  const module: { exports: Record<string, () => void> } = { exports: {} };
  const get = (url: string, receive: (message: object) => void) => {
    asked.push(url);
    const onError: (() => void)[] = [];
    pending.push(() => {
      if (answer === null) return onError.forEach((tell) => tell());
      const on = (type: string, tell: (part?: string) => void) => (type === 'data' ? tell(answer.body) : tell());
      receive({ statusCode: answer.status, setEncoding: () => undefined, on });
    });
    return {
      on: (_type: string, tell: () => void) => onError.push(tell),
      abort: () => onError.forEach((tell) => tell()),
      setTimeout: () => undefined,
    };
  };
  runInNewContext(source, {
    module,
    require: (name: string) => (name === 'https' ? { get } : undefined),
    tizen: {
      ...(hasStorage && { preference }),
      application: {
        getCurrentApplication: () => ({
          exit: () => (exits += 1),
          getRequestedAppControl: () => ({
            appControl: { data: handed === undefined ? [] : [{ key: 'tiles', value: [handed] }] },
          }),
        }),
      },
    },
    webapis: {
      preview: {
        setPreviewData(text: string, done: () => void) {
          if (refuses) throw refuses;
          shown.push(text);
          done();
        },
      },
    },
  });
  return {
    shown: () => shown.map((text) => (JSON.parse(text) as { sections: { title: string }[] }).sections[0]?.title ?? '-'),
    asked,
    exits: () => exits,
    /** Launches the service with a document of the app, or as the set does by itself. */
    launch(document?: string) {
      handed = document;
      module.exports['onStart']!();
      module.exports['onRequest']!();
    },
    answer: () => pending.splice(0).forEach((deliver) => deliver()),
  };
}

test('the service is ES5 and calls nothing but the server’s tiles for everybody', () => {
  expect(() => parse(source, { ecmaVersion: 5 })).not.toThrow();
  const set = startSet();
  set.launch();
  expect(set.asked).toEqual(['https://bora.example/api/home/v1/preview/']);
});

describe('the tiles', () => {
  test('are the viewer’s as soon as the app hands them over, and stay when the set launches the service', () => {
    const set = startSet();
    set.launch(documentOf('이어보기'));
    set.launch();
    expect(set.shown()).toEqual(['이어보기', '이어보기']);
    expect(set.asked).toEqual([]);
    expect(set.exits()).toBe(2);
  });

  test('are everybody’s without a viewer, after a removal, and when the viewer’s have ended', () => {
    for (const handed of [undefined, '', documentOf('이어보기', NOW_SECONDS - 1), '{"sections":1}', 'no document']) {
      const set = startSet();
      set.launch(handed);
      expect(set.shown()).toEqual([]);
      set.answer();
      expect(set.shown()).toEqual(['인기']);
      expect(set.exits()).toBe(1);
    }
  });

  test('are removed again at each launch, because the set ignores documents within ten minutes', () => {
    const set = startSet();
    set.launch(documentOf('이어보기'));
    set.launch('');
    set.answer();
    set.launch();
    set.answer();
    expect(set.shown()).toEqual(['이어보기', '인기', '인기']);
  });

  test.each([null, { status: 503, body: documentOf('인기') }, { status: 200, body: '<html>' }])(
    'the tiles of a viewer are removed even when the server answers %o',
    (answer) => {
      const set = startSet({ answer });
      set.launch(documentOf('이어보기'));
      set.launch('');
      set.answer();
      expect(set.shown()).toEqual(['이어보기', '-']);
      expect(set.exits()).toBe(2);
    },
  );

  test('stay as they are when the set stores nothing and launches the service by itself', () => {
    const set = startSet({ hasStorage: false });
    set.launch(documentOf('이어보기'));
    set.launch();
    set.answer();
    expect(set.shown()).toEqual(['이어보기']);
    expect(set.exits()).toBe(2);
  });

  test('the tiles of the viewer win over an answer for everybody that comes later', () => {
    const set = startSet();
    set.launch();
    set.launch(documentOf('이어보기'));
    set.answer();
    expect(set.shown()).toEqual(['이어보기']);
  });
});

test('a set that refuses a document, or has no tiles, ends the service', () => {
  const set = startSet({ refuses: new Error('NotSupportedError') });
  set.launch(documentOf('이어보기'));
  expect(set.exits()).toBe(1);
});
