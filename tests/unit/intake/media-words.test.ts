import { describe, expect, test } from 'vitest';
import type { Operate } from '#server/console/operator/calls.ts';
import type { ShownJob } from '#server/intake/operations.ts';
import { breakLines, drawPicture } from '#server/intake/drawn-pictures.ts';
import { correct } from '../../../scripts/media/correct.ts';
import { follow } from '../../../scripts/media/follow.ts';
import { barLine, jobLine, secondsLeft } from '../../../scripts/media/lines.ts';
import type { SoundWords } from '../../../scripts/media/read-sound-words.ts';
import { readWords } from '../../../scripts/media/read-words.ts';
import { changeSound } from '../../../scripts/media/tracks.ts';
import { UsageError } from '../../../scripts/operator-commands/words.ts';

const words = (text: string) => readWords(text.split(' ')).command;

describe('the words of bora media', () => {
  test('say what to add, and where', () => {
    expect(words('add a.mkv b --title new --name 여우 --season 2 --rating 12 --publish --yes')).toEqual({
      name: 'add',
      paths: ['a.mkv', 'b'],
      isYes: true,
      isWaiting: false,
      words: {
        title: 'new',
        name: '여우',
        season: 2,
        episode: undefined,
        rating: '12',
        access: undefined,
        isPublished: true,
      },
    });
    expect(words('add a.mkv --title 12 --episode 3.5')).toMatchObject({
      words: { title: 12, episode: 3.5, rating: undefined },
    });
  });

  test('say what becomes of a sound, and ask the service for it', async () => {
    expect(() => words('sound 7 ko.flac --number 1')).toThrow('added in the console');
    expect(() => words('sound 7 --lang ko')).toThrow('--number');
    expect(() => words('sound 7 --number 1 --role forced')).toThrow('--role');
    const { words: given } = words('sound 7 --number 2 --label 더빙 --place 1') as { words: SoundWords };
    const sounds = [
      { lang: 'ja', role: 'main', label: '원어' },
      { lang: 'ko', role: 'dub', label: '한국어' },
    ];
    const asked: unknown[] = [];
    const operate = ((name: string, body: unknown) => {
      if (name === 'sounds/change') asked.push(body);
      return Promise.resolve({ status: 'done', result: { version: 'v', sounds } });
    }) as unknown as Operate;
    await changeSound(operate, given);
    await changeSound(operate, { ...given, number: 1, place: undefined, label: undefined, isRemoving: true });
    const dub = { id: 'ko/dub', lang: 'ko', role: 'dub' };
    expect(asked).toEqual([
      {
        episode: 7,
        version: 'v',
        sounds: [
          { ...dub, label: '더빙' },
          { id: 'ja/main', lang: 'ja', role: 'main', label: '원어' },
        ],
      },
      { episode: 7, version: 'v', sounds: [{ ...dub, label: '한국어' }] },
    ]);
    await expect(changeSound(operate, { ...given, number: 3 })).rejects.toThrow('no sound 3');
  });

  test('say times of marks', () => {
    expect(words('marks 7 --intro 1:02-2:32 --outro 1:00:03')).toEqual({
      name: 'marks',
      target: { episode: 7 },
      isAccepting: false,
      marks: { intro: { start: 62, end: 152 }, outro: { start: 3603 } },
    });
    expect(words('marks 7 --intro none')).toMatchObject({ marks: { intro: null } });
    expect(words('marks 7 --outro 22:10-23:20 --recap none --preview 23:20-23:50')).toMatchObject({
      marks: { outro: { start: 1330, end: 1400 }, recap: null, preview: { start: 1400, end: 1430 } },
    });
    expect(words('marks --title 12 --accept')).toEqual({
      name: 'marks',
      target: { title: 12 },
      isAccepting: true,
      marks: {},
    });
  });

  test('name a job or an episode to remove', () => {
    expect(words('remove 0badcafe')).toEqual({ name: 'remove', target: { job: '0badcafe' } });
    expect(words('remove episode 7')).toEqual({ name: 'remove', target: { episode: 7 } });
  });

  test.each([
    '',
    'add',
    'add a.mkv --rating 20',
    'add a.mkv --title x',
    'add a.mkv --season 0',
    'add a.mkv --intro 1-2',
    'retry',
    'cancel a b',
    'remove episode x',
    'marks 7 --intro 1:02',
    'marks 7 --outro late',
    'marks 7 --preview 1:02',
    'marks 7 --accept --outro 1:00',
    'marks 7 --title 12',
    'marks --title 12 --intro none',
    'status a b',
  ])('"%s" is no command', (text) => {
    expect(() => words(text)).toThrow(UsageError);
  });
});

const STARTED = '2026-11-23T12:00:00.000Z';
const job = (changes: Partial<ShownJob> = {}): ShownJob => ({
  name: 'a\n\u001b[2J.mkv',
  use: 'episode',
  clip_id: '0badcafe1234456789ab0123456789ab',
  title_name: null,
  id: '0badcafe-1234-4567-89ab-0123456789ab',
  source: '/v/a\n\u001b[2J.mkv',
  title_id: 900001,
  new_title: '여우',
  episode_id: 90000001,
  episode_num: '1화',
  state: 'running',
  is_abandoned: false,
  step: 'encode',
  fraction: 0.5,
  speed: 2.25,
  tries: 1,
  next_try_at: null,
  worker: 'w',
  notices: [],
  last_error: null,
  notice_codes: [],
  last_error_code: null,
  created_at: STARTED,
  started_at: STARTED,
  ended_at: null,
  removal: { removes: 'job', stays: 'running' },
  ...changes,
});
const LATER = new Date('2026-11-23T12:05:00Z');

test('a job is a line with a bar on a terminal, and columns elsewhere, without what a terminal obeys', () => {
  expect(barLine(job(), LATER, 200)).toBe('0badcafe  ██████████░░░░░░░░░░   50%  encode  2.3x  5 min left  여우 1화');
  expect(barLine(job(), LATER, 40)).toHaveLength(39);
  expect(barLine(job({ new_title: null, title_name: '여우' }), LATER, 200)).toMatch(/여우 1화$/);
  expect(barLine(job({ use: 'advertisement' }), LATER, 200)).toMatch(/advertisement$/);
  expect(jobLine(job())).toBe('0badcafe\trunning\tencode\t50%\t여우 1화\t90000001\t/v/a\uFFFD\uFFFD[2J.mkv\t');
  // An upload is known by its name, and lies under another one.
  const upload = { name: '여우/여우 1화.mkv', source: '/srv/media/.uploads/0badcafe/0badcafe.mkv' };
  expect(jobLine(job(upload))).toContain('\t여우/여우 1화.mkv\t');
  expect(jobLine(job({ name: 'b.mkv', source: '/v/b.mkv' }))).toContain('\t/v/b.mkv\t');
  expect(secondsLeft(job({ fraction: 0.01 }), LATER)).toBeUndefined();
});

test('following prints a line for each change, and says whether all ended well', async () => {
  const written: string[] = [];
  const states: Partial<ShownJob>[] = [
    { fraction: 0.51 },
    { fraction: 0.52 },
    { fraction: 0.61 },
    { state: 'done', step: null, fraction: 1 },
  ];
  const run = (last: Partial<ShownJob>) => {
    const left = [...states.slice(0, 3), last];
    return follow({
      list: () => Promise.resolve([job(left.shift())]),
      output: { write: (line: string) => written.push(line) } as unknown as NodeJS.WriteStream,
      isJson: false,
      pause: () => Promise.resolve(),
      now: () => LATER,
    });
  };
  expect(await run(states[3]!)).toBe(true);
  expect(written.map((line) => line.split('\t').slice(1, 4))).toEqual([
    ['running', 'encode', '51%'],
    ['running', 'encode', '61%'],
    ['done', '', '100%'],
  ]);
  expect(await run({ state: 'failed', last_error: 'x' })).toBe(false);
});

test('an operator corrects the title and the numbers before anything is added', async () => {
  const answers = ['', 't', '달빛 여우', 'e', '7', '', ''];
  const told: string[] = [];
  const episode = (shown: string, number?: number) => ({
    source: `/${shown}`,
    shown,
    number,
    subject: null,
    isUnsure: false,
  });
  const corrected = await correct(
    {
      id: undefined,
      name: 'fox',
      base: 'fox',
      season: undefined,
      pictures: {},
      episodes: [episode('a.mkv'), episode('b.mkv', 8)],
    },
    {
      ask: () => Promise.resolve(answers.shift()!),
      tell: (lines) => told.push(...lines),
      find: ({ name }) => Promise.resolve(name === '달빛 여우' ? { id: 3 } : null),
    },
  );
  expect(corrected).toMatchObject({ name: '달빛 여우', episodes: [{ number: 7 }, { number: 8 }] });
  expect(told[0]).toBe('New title: fox');
  expect(told).toContain('Title 3: 달빛 여우');
  expect(answers).toEqual([]);
});

test('an operator corrects the season of a title, and its name follows', async () => {
  const answers = ['s', '3', 's', '0', 's', '', ''];
  const told: string[] = [];
  const episode = { source: '/a.mkv', shown: 'a.mkv', number: 1, subject: null, isUnsure: false };
  const planned = { id: undefined, name: '여우 2기', base: '여우', season: 2, pictures: {}, episodes: [episode] };
  const corrected = await correct(planned, {
    ask: () => Promise.resolve(answers.shift()!),
    tell: (lines) => told.push(...lines),
    find: () => Promise.resolve(null),
  });
  expect(corrected).toMatchObject({ name: '여우 스페셜', season: 0 });
  expect(told.filter((line) => line.startsWith('New title'))).toEqual([
    'New title: 여우 2기',
    'New title: 여우 3기',
    'New title: 여우 스페셜',
    'New title: 여우 스페셜',
  ]);
});

test('a drawn picture has the whole name in lines that fit, and no markup of it', () => {
  const name = `<b>&"달빛" ${'가'.repeat(25)}`;
  const picture = drawPicture('poster', name);
  expect(picture).not.toContain('<b>');
  const shown = [...picture.matchAll(/<text[^>]*>([^<]*)<\/text>/g)].map(([, text]) => text).join('');
  expect(shown).toContain('&lt;b&gt;&amp;&quot;달빛&quot;');
  expect(breakLines('가'.repeat(25), 10).map((line) => line.length)).toEqual([10, 10, 5]);
  expect(breakLines('Moon Fox', 10)).toEqual(['Moon Fox']);
});
