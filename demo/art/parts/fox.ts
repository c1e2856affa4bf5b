import { ellipse, many, path, place } from '../svg.ts';

/** A fox with nine tails, seated, from behind its left shoulder; 300 high, tails about 520 wide. */
export function ninetails(fur: string, shade: string, tip: string, eye: string): string {
  const tails = many(9, (index) => {
    const angle = -82 + index * 20.5;
    const long = 1 + 0.12 * Math.cos((index - 4) * 0.8);
    return place(
      { y: -36, turn: angle, scale: long },
      path(
        'M0 0C-46 -60 -58 -150 -26 -226C-18 -250 6 -280 18 -288C20 -262 44 -240 46 -200C52 -130 40 -60 0 0Z',
        index % 2 === 0 ? fur : shade,
      ) +
        path(
          'M-30 -212C-18 -250 6 -280 18 -288C20 -262 42 -244 46 -206C32 -222 22 -204 8 -218C-4 -202 -16 -222 -30 -212Z',
          tip,
        ),
    );
  });
  const body =
    path('M-58 4C-76 -40 -66 -100 -40 -138C-30 -156 20 -160 34 -138C62 -100 74 -40 58 4C30 14 -30 14 -58 4Z', fur) +
    path('M0 -140C34 -140 66 -60 58 4C40 12 20 12 6 10C24 -40 20 -100 0 -140Z', shade) +
    path('M-14 -126C-26 -84 -22 -40 -2 -20C18 -44 20 -88 10 -126Z', tip) +
    ellipse(-26, 4, 22, 9, tip) +
    ellipse(24, 4, 22, 9, tip);
  const head =
    path('M-58 -246L-44 -178H-14Z', fur) +
    path('M58 -246L44 -178H14Z', fur) +
    path('M-52 -232L-42 -188H-24Z', shade) +
    path('M52 -232L42 -188H24Z', shade) +
    path(
      'M0 -118C-18 -122 -34 -140 -62 -152C-52 -186 -30 -204 0 -204C30 -204 52 -186 62 -152C34 -140 18 -122 0 -118Z',
      fur,
    ) +
    path(
      'M0 -118C-18 -122 -34 -140 -62 -152C-40 -156 -16 -150 0 -134C16 -150 40 -156 62 -152C34 -140 18 -122 0 -118Z',
      tip,
    ) +
    path('M-40 -162Q-28 -174 -14 -160Q-28 -156 -40 -162ZM40 -162Q28 -174 14 -160Q28 -156 40 -162Z', eye) +
    ellipse(0, -124, 8, 6, eye);
  return tails + body + head;
}
