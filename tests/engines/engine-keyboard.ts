import type { EngineTv, RemoteButton } from './engine-tv.ts';

type Box = readonly [left: number, top: number, width: number, height: number];

const MOST_PRESSES = 40;

/** Types on the on-screen keyboard with arrows, towards the drawn position of each key. */
export function keyboardOf(tv: EngineTv, focusKey: string) {
  const goTo = async (id: string) => {
    const wanted = `${focusKey}/${id}`;
    for (let press = 0; press < MOST_PRESSES; press += 1) {
      const focused = await tv.focusKey();
      if (focused === wanted) return;
      const boxes = await tv.boxes();
      const [from, to] = [boxes[focused], boxes[wanted]];
      if (!from || !to) throw new Error(`there is no ${from ? wanted : focused}`);
      await tv.press(towards(from, to));
    }
    throw new Error(`${wanted} is not reached`);
  };
  return {
    async press(...ids: string[]) {
      for (const id of ids) {
        await goTo(id);
        await tv.press('ok');
      }
    },
  };
}

function towards([left, top, width, height]: Box, [otherLeft, otherTop, otherWidth, otherHeight]: Box): RemoteButton {
  const right = otherLeft + otherWidth / 2 - (left + width / 2);
  const down = otherTop + otherHeight / 2 - (top + height / 2);
  if (Math.abs(down) < height / 2) return right < 0 ? 'left' : 'right';
  return down < 0 ? 'up' : 'down';
}
