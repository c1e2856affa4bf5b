/** History of the demo profiles, by ids of the demo catalogue. For another catalogue, its own titles replace these. */

/** One profile's history with a title: finished episodes, the watched part of the next one, when, and the score. */
export interface Watching {
  title: number;
  finished: number;
  /** Watched part of the next episode, 0 to 1; 0 when not begun. */
  begun: number;
  daysAgo: number;
  score?: number;
}

interface Past {
  watchings: readonly Watching[];
  /** Titles rated without having been watched here, and when. */
  scores?: readonly (readonly [title: number, score: number, daysAgo: number])[];
  wishes?: readonly number[];
}

const w = (title: number, finished: number, begun: number, daysAgo: number, score?: number): Watching => ({
  title,
  finished,
  begun,
  daysAgo,
  ...(score !== undefined && { score }),
});

/** In the order of the demo profiles. */
export const pasts: readonly Past[] = [
  {
    watchings: [
      w(104, 5, 0.45, 0.1, 4.5),
      w(127, 0, 0.35, 0.3),
      w(123, 3, 0, 0.4, 5),
      w(138, 0, 0.5, 0.6, 3.5),
      w(119, 2, 0.62, 1.1, 4),
      w(134, 3, 0.5, 1.6, 4),
      w(126, 5, 0.3, 2.2, 4.5),
      w(125, 2, 0, 2.8),
      w(103, 3, 0.7, 3.4, 4),
      w(141, 7, 0.2, 4.2, 5),
      w(107, 1, 0.7, 6),
      w(128, 21, 0.4, 9, 3),
      w(102, 1, 0, 10, 4.5),
      w(101, 12, 0, 13, 5),
      w(115, 2, 0.1, 16, 2.5),
      w(131, 1, 0, 18, 4),
      w(124, 12, 0, 19, 4.5),
      w(129, 4, 0.15, 22, 2),
      w(137, 1, 0, 26, 3.5),
    ],
    scores: [
      [110, 3, 5],
      [116, 4, 7],
      [120, 1.5, 11],
      [114, 3.5, 15],
      [112, 2.5, 21],
      [109, 4, 24],
    ],
    wishes: [147, 142, 136, 143, 106, 130],
  },
  {
    watchings: [
      w(104, 4, 0.7, 0.5, 4),
      w(103, 1, 0.4, 2, 4.5),
      w(136, 9, 0.55, 3, 4.5),
      w(132, 3, 0.3, 5, 4),
      w(145, 2, 0.5, 8, 3),
      w(105, 10, 0, 12, 4),
      w(115, 5, 0.4, 17, 3.5),
    ],
    wishes: [110, 114],
  },
  {
    watchings: [
      w(128, 11, 0.35, 0.3, 5),
      w(123, 2, 0, 1.2, 5),
      w(103, 2, 0.5, 1.8, 4.5),
      w(118, 3, 0.6, 2.5, 4),
      w(146, 5, 0.5, 5, 4.5),
      w(133, 4, 0.2, 9, 4),
    ],
    wishes: [113, 142, 117],
  },
  {
    watchings: [
      w(123, 3, 0.8, 0.8, 4),
      w(103, 4, 0.1, 1.5, 4.5),
      w(112, 3, 0.25, 2.5, 3.5),
      w(130, 6, 0.4, 4, 5),
      w(116, 5, 0.1, 8, 5),
      w(144, 10, 0, 12, 4.5),
    ],
    wishes: [129, 139],
  },
];

/** Purchases of the demo account: product ids, and how many hours ago they were paid. */
export const purchases: readonly { product: number; hoursAgo: number }[] = [
  { product: 102002, hoursAgo: 12 * 24 },
  { product: 127001, hoursAgo: 27 },
  // Nearly expired.
  { product: 138002, hoursAgo: 46.4 },
  { product: 117001, hoursAgo: 30 * 24 },
  { product: 137002, hoursAgo: 27 * 24 },
];

/** Titles without episodes that the account requested. */
export const requests: readonly { title: number; daysAgo: number; status: 'reviewing'; decidedHoursAgo: number }[] = [
  { title: 148, daysAgo: 9, status: 'reviewing', decidedHoursAgo: 50 },
];
