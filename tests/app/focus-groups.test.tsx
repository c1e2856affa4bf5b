import { render } from '@testing-library/react';
import { expect, test } from 'vitest';
import {
  createFocusEngine,
  createVisitMemory,
  FocusGroup,
  FocusProvider,
  useFocusLeaf,
  VisitProvider,
} from '#src/focus/index.ts';
import { createFakeClock } from '#tests/support/fake-clock.ts';
import { createFakePlatform } from '#tests/support/fake-platform.ts';

function Leaf({ name }: { name: string }) {
  return <div {...useFocusLeaf({ focusKey: name })} />;
}

const settled = () => new Promise<void>((resolve) => setTimeout(resolve));

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
    walked.push((document.activeElement as HTMLElement).dataset['focusKey']);
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
