import { cleanup, render } from '@testing-library/react';
import { expect, onTestFinished, test } from 'vitest';
import {
  createFocusEngine,
  createVisitMemory,
  FocusGroup,
  FocusProvider,
  useFocusLeaf,
  VisitProvider,
} from '#src/focus/index.ts';
import { focusElement } from '#src/focus/real-focus.ts';
import { describeOrdinal } from '#src/focus/spoken-ordinal.ts';
import { createFakeClock } from '#tests/support/fake-clock.ts';
import { createFakePlatform } from '#tests/support/app/fake-platform.ts';

function Leaf({ name }: { name: string }) {
  return <div {...useFocusLeaf({ focusKey: name })} />;
}

const settled = () => new Promise<void>((resolve) => setTimeout(resolve));
const focusKey = () => (document.activeElement as HTMLElement).dataset['focusKey'];

/** The focus after each arrow, in a menu above a row whose second tile is preferred. */
async function walk(left: string | null, arrows: readonly ('up' | 'down' | 'left' | 'right')[]) {
  const { keys, lifecycle, press } = createFakePlatform();
  const visit = createVisitMemory();
  if (left !== null) visit.left.set('row', left);
  const engine = createFocusEngine({ keys, lifecycle, clock: createFakeClock() });
  render(
    <FocusProvider engine={engine}>
      <VisitProvider visit={visit} initialKey="menu/one">
        <FocusGroup focusKey="page" axis="column">
          <FocusGroup focusKey="menu" axis="row">
            <Leaf name="menu/one" />
          </FocusGroup>
          <FocusGroup focusKey="row" axis="row" preferredKey="row/two">
            <Leaf name="row/one" />
            <Leaf name="row/two" />
            <Leaf name="row/three" />
          </FocusGroup>
        </FocusGroup>
      </VisitProvider>
    </FocusProvider>,
  );
  await settled();
  const walked: (string | undefined)[] = [];
  for (const arrow of arrows) {
    press(arrow);
    await settled();
    walked.push(focusKey());
  }
  return walked;
}

test('a group is entered at its preferred child, and again at the one that the viewer left', async () => {
  expect(await walk(null, ['down', 'right', 'up', 'down'])).toEqual(['row/two', 'row/three', 'menu/one', 'row/three']);
});

test('a group that Back brings again is entered where the viewer left it, not at its preferred child', async () => {
  expect(await walk('row/three', ['down'])).toEqual(['row/three']);
});

test('an arrow along the axis moves to the neighbour and stops at the ends', async () => {
  expect(await walk('row/one', ['down', 'left', 'right', 'right', 'right'])).toEqual([
    'row/one',
    'row/one',
    'row/two',
    'row/three',
    'row/three',
  ]);
});

test('a pad keeps the column from row to row, as far as the next row has it', async () => {
  const { keys, lifecycle, press } = createFakePlatform();
  const engine = createFocusEngine({ keys, lifecycle, clock: createFakeClock() });
  const row = (name: string, count: number) => (
    <FocusGroup focusKey={name} axis="row">
      {Array.from({ length: count }, (_, index) => (
        <Leaf key={index} name={`${name}${index}`} />
      ))}
    </FocusGroup>
  );
  render(
    <FocusProvider engine={engine}>
      <VisitProvider visit={createVisitMemory()} initialKey="a2">
        <FocusGroup focusKey="pad" axis="column" keepsColumn>
          {row('a', 3)}
          {row('b', 2)}
          {row('c', 3)}
        </FocusGroup>
      </VisitProvider>
    </FocusProvider>,
  );
  await settled();
  const walked: (string | undefined)[] = [];
  for (const arrow of ['down', 'down', 'up', 'left', 'up', 'up'] as const) {
    press(arrow);
    await settled();
    walked.push(focusKey());
  }
  expect(walked).toEqual(['b1', 'c1', 'b1', 'b0', 'a0', 'a0']);
});

test('the voice guide hears where a leaf stands among the others, and nothing of one that is alone', async () => {
  await walk(null, ['down', 'right']);
  expect(document.activeElement).toHaveAccessibleDescription('3개 중 3번째');
  cleanup();
  await walk(null, []);
  expect(focusKey()).toBe('menu/one');
  expect(document.activeElement).not.toHaveAttribute('aria-describedby');
});

test('an element that describes itself keeps its description', () => {
  const element = document.createElement('div');
  element.setAttribute('aria-describedby', 'error');
  describeOrdinal(element, { index: 0, count: 2 });
  expect(element).toHaveAttribute('aria-describedby', 'error');
  element.removeAttribute('aria-describedby');
  describeOrdinal(element, { index: 0, count: 2 });
  expect(element).toHaveAttribute('aria-describedby', 'spoken-ordinal');
  describeOrdinal(element, null);
  expect(element).not.toHaveAttribute('aria-describedby');
});

test.each([
  ['an engine that knows how not to scroll is asked to', true, 40],
  ['what an older engine has scrolled is set back, up to the page', false, 0],
])('%s', (_name, isKnown, left) => {
  const outer = document.body.appendChild(document.createElement('div'));
  const inner = outer.appendChild(document.createElement('div'));
  const element = inner.appendChild(document.createElement('button'));
  onTestFinished(() => outer.remove());
  element.focus = (options) => {
    if (isKnown) expect(options?.preventScroll).toBe(true);
    for (const parent of [outer, inner]) Object.assign(parent, { scrollLeft: 40, scrollTop: 40 });
  };
  focusElement(element);
  for (const { scrollLeft, scrollTop } of [outer, inner]) expect([scrollLeft, scrollTop]).toEqual([left, left]);
});
