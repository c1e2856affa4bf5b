import { afterAll, beforeAll, expect, test } from 'vitest';
import { chooseDrawingStyle, getDrawingStyles } from '#contract/console/drawing-styles.ts';
import { chosenStyles, saveStyles } from '#server/intake/drawings/style-store.ts';
import { createMembers, type Member } from '#tests/support/console.ts';
import { createServerFixture, type ServerFixture } from '#tests/support/server/server-fixture.ts';

let server: ServerFixture;
let members: ReturnType<typeof createMembers>;
let editor: Member;
beforeAll(async () => {
  server = await createServerFixture();
  members = createMembers(server);
  editor = await members.buildMember('editor');
});
afterAll(() => server.close());

test('what is drawn of a style is judged with each video, until an operator says it for the title', async () => {
  const judged = (name: string, kind: 'text' | 'drawn', events: number) => ({
    ...{ name, kind, events },
    ...{ confidence: 0.6, firstSeconds: 12.5, sample: '역 앞' },
  });
  const stylesNow = async () => (await members.call(getDrawingStyles, editor, { params: { id: 2 } })).reply.styles;
  const choose = (style: string, kind: string) =>
    members.call(chooseDrawingStyle, editor, { params: { id: 2 }, body: { style, kind } });
  expect(await stylesNow()).toEqual([]);
  await saveStyles(server.db, 2, [judged('Default', 'text', 300), judged('Street', 'drawn', 4)]);
  expect((await stylesNow()).map(({ style, kind }) => `${style} ${kind}`)).toEqual(['Default text', 'Street drawn']);

  expect((await choose('Street', 'out')).reply.styles[1]).toMatchObject({ kind: 'out', is_chosen: true, cnt_event: 4 });
  expect((await choose('Elsewhere', 'out')).error.code).toBe('NOT_FOUND');
  expect(await chosenStyles(server.db, 2)).toEqual({ Street: 'out' });

  await saveStyles(server.db, 2, [judged('Default', 'drawn', 5), judged('Street', 'drawn', 9)]);
  expect((await stylesNow()).map(({ style, kind, cnt_event: count }) => `${style} ${kind} ${count}`)).toEqual([
    'Street out 9',
    'Default drawn 5',
  ]);
});

test('a title keeps a hundred styles, and those that an operator has chosen', async () => {
  const many = (prefix: string) =>
    Array.from({ length: 100 }, (_, index) => ({
      ...{ name: `${prefix}${index}`, kind: 'text' as const, confidence: 1 },
      ...{ events: 1, firstSeconds: 0, sample: '' },
    }));
  await saveStyles(server.db, 1, many('a'));
  await members.call(chooseDrawingStyle, editor, { params: { id: 1 }, body: { style: 'a7', kind: 'drawn' } });
  await saveStyles(
    server.db,
    1,
    many('b').map((style) => ({ ...style, events: 2 })),
  );
  const { styles } = (await members.call(getDrawingStyles, editor, { params: { id: 1 } })).reply;
  expect(styles).toHaveLength(100);
  expect(styles.filter(({ style }) => style.startsWith('a')).map(({ style }) => style)).toEqual(['a7']);
});
