/**
 * The demo's first account, whose first profile has a history, ratings and a start-again list; and titles and episodes of the demo
 * (`demo/catalogue/records/titles/`) that tests open.
 */
export const DEMO = {
  email: 'demo@bora.example',
  password: 'bora-demo-1',
  twelveWaves: 101,
  /** A film that is only sold. */
  twelveWavesFilm: 102,
  /** Rated 7, with a trailer. */
  lastTrain: 103,
  /** Free. */
  lastTrainFirst: 10301,
  lastTrainSecond: 10302,
  lanternFox: 104,
  raon2: 106,
  ridgeSprint: 110,
  acornSubmarine: 113,
  redDesert: 114,
  /** Rated 19; episodes are sold. */
  blackPlumSword: 115,
  rooftopBand: 116,
  skyWhale: 117,
  mossPostOffice: 118,
  /** A film that is only sold, rated 12. */
  orbitFilm: 127,
  /** 64 episodes, the most. */
  puffingIsland: 128,
  /** Rated 19; every episode is sold. */
  redMask: 138,
  /** A film for members, also rented. */
  haenyeoBreath: 143,
  /** Announced for 2027, without an episode. */
  hibernationInn: 147,
  /** Ended in 2012, without an episode: viewers may request it. */
  clockworkCity: 148,
} as const;
