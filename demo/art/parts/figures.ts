import { circle, path, polygon } from '../svg.ts';

/** People in silhouette: 200 high, feet on the origin, seen from behind or from the side. */
interface Wear {
  coat: string;
  hair: string;
  legs: string;
  skin: string;
  scarf?: string;
  /** Colour of the light on the figure's edge. */
  rim?: string;
}

type Hair = 'bob' | 'long' | 'short' | 'bun' | 'cap' | 'tail';

const hairShapes: Record<Hair, string> = {
  bob: 'M-17 -178Q-18 -201 0 -201Q18 -201 17 -178L19 -159Q0 -152 -19 -159Z',
  long: 'M-17 -178Q-18 -201 0 -201Q18 -201 17 -178L20 -150Q28 -126 17 -108Q8 -116 2 -110Q-8 -118 -15 -110Q-22 -134 -19 -156Z',
  short: 'M-15 -176Q-20 -196 -6 -200Q-2 -206 6 -200Q20 -199 16 -176Q14 -166 7 -163H-7Q-14 -167 -15 -176Z',
  bun: 'M-14 -174Q-18 -196 0 -197Q18 -196 14 -174Q10 -164 0 -163Q-10 -164 -14 -174ZM-9 -199A9 9 0 1 1 9 -199A9 9 0 1 1 -9 -199Z',
  cap: 'M-16 -178Q-18 -200 0 -201Q18 -200 17 -180L28 -177Q28 -173 18 -173H-15ZM-13 -172H13L10 -163H-10Z',
  tail: 'M-15 -178Q-17 -200 0 -200Q17 -200 15 -178Q13 -166 5 -163Q18 -150 24 -128Q14 -128 2 -158Q-12 -164 -15 -178Z',
};

const back =
  'M-7 -166Q-22 -161 -25 -148L-32 -98Q-31 -90 -24 -92L-19 -122L-26 -56Q0 -47 27 -56L20 -122L24 -92Q31 -90 32 -98L25 -148Q22 -161 7 -166Z';

/** A person in a coat, facing into the picture. */
export function standing(wear: Wear, hair: Hair = 'bob'): string {
  const legs = 'M-17 -62L-13 0H-3L-2 -58ZM17 -62L13 0H3L2 -58ZM-16 -5H-2V2H-17ZM16 -5H2V2H17Z';
  const head = circle(0, -179, 15, wear.skin) + path(hairShapes[hair], wear.hair);
  const scarf =
    wear.scarf === undefined
      ? ''
      : path(
          'M-13 -166Q0 -158 13 -166L14 -155Q0 -147 -14 -155ZM8 -158Q34 -156 52 -138Q62 -128 76 -130Q62 -116 46 -124Q26 -142 6 -148Z',
          wear.scarf,
        );
  const rim =
    wear.rim === undefined
      ? ''
      : `<g transform="translate(-3 -1)">${path(legs, wear.rim)}${path(back, wear.rim)}${path(hairShapes[hair], wear.rim)}</g>`;
  return rim + path(legs, wear.legs) + path(back, wear.coat) + head + scarf;
}

/** School uniform: short jacket, skirt or trousers, a bag on one shoulder. */
export function student(wear: Wear, hair: Hair, dress: 'skirt' | 'trousers'): string {
  const body =
    'M-7 -166Q-21 -162 -24 -149L-30 -104Q-29 -97 -23 -99L-18 -124L-19 -98H19L18 -124L23 -99Q29 -97 30 -104L24 -149Q21 -162 7 -166Z';
  const lower = dress === 'skirt' ? 'M-19 -100H19L29 -60Q0 -53 -29 -60Z' : 'M-19 -100H19L16 0H4L0 -86L-4 0H-16Z';
  const bare = 'M-15 -60L-12 0H-4L-3 -58ZM15 -60L12 0H4L3 -58Z';
  const shoes = 'M-15 -26L-14 2H-3L-3 -26ZM15 -26L14 2H3L3 -26Z';
  const legs = dress === 'skirt' ? path(bare, wear.skin) + path(shoes, wear.legs) : '';
  const bag = path('M-12 -164L20 -104L17 -100L-16 -160ZM12 -112H38V-82H12Z', wear.scarf ?? wear.legs);
  const rim =
    wear.rim === undefined
      ? ''
      : `<g transform="translate(-3 -1)">${path(body, wear.rim)}${path(lower, wear.rim)}${path(hairShapes[hair], wear.rim)}</g>`;
  return (
    rim +
    legs +
    path(lower, wear.legs) +
    path(body, wear.coat) +
    bag +
    circle(0, -179, 15, wear.skin) +
    path(hairShapes[hair], wear.hair)
  );
}

/** Someone who sits and looks to the right: head and shoulders, 120 high, the seat on the origin's line. */
export function seated(coat: string, hair: string, skin: string, scarf?: string): string {
  return (
    path('M-52 0Q-50 -56 -24 -64H10Q34 -58 40 0Z', coat) +
    path('M-8 -62V-84H12V-60Q2 -54 -8 -62Z', skin) +
    path('M-14 -100Q-14 -124 8 -124Q28 -124 28 -102L33 -93Q33 -90 28 -90L27 -82Q26 -76 16 -77Q4 -76 -4 -84Z', skin) +
    path('M-22 -70Q-34 -132 6 -134Q30 -134 31 -110Q20 -118 10 -112Q12 -96 2 -94Q4 -76 -4 -66Q-14 -62 -22 -70Z', hair) +
    (scarf === undefined ? '' : path('M-22 -74Q0 -62 18 -70L22 -54Q-2 -44 -28 -56Z', scarf))
  );
}

/** A swordsman in a straw hat and a torn cloak, blade drawn low to the right. */
export function swordsman(cloak: string, hat: string, blade: string, sash: string): string {
  return (
    polygon(
      [
        [26, -92],
        [34, -96],
        [128, -38],
        [132, -32],
        [124, -34],
      ],
      blade,
    ) +
    path('M-14 -60L-22 0H-6L0 -50L10 0H26L16 -60Z', cloak) +
    path(
      'M-10 -158Q-30 -150 -36 -118Q-50 -84 -70 -56L-54 -60L-58 -42L-40 -56L-34 -34L-20 -52L-8 -38L6 -54L20 -44L26 -60L28 -92L40 -84L44 -94L26 -118Q26 -150 10 -158Z',
      cloak,
    ) +
    path('M-30 -108Q0 -96 27 -106L28 -95Q0 -84 -34 -96Z', sash) +
    path('M-30 -100Q-56 -88 -76 -96Q-92 -100 -104 -90Q-92 -80 -74 -84Q-52 -80 -30 -92Z', sash) +
    circle(0, -166, 13, cloak) +
    path('M-46 -162Q-20 -172 0 -196Q20 -172 46 -162Q0 -150 -46 -162Z', hat)
  );
}
