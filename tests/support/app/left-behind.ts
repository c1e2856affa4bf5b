import { callsUnderWay } from '#tests/support/calls-under-way.ts';
import { stopCounting, type Held } from '#tests/support/held.ts';

/** What lives as long as the page, by the file that starts it: a set ends the page, and never unmounts the app. */
const OF_THE_PAGE: readonly (readonly [file: RegExp, what: RegExp])[] = [
  // createApp() starts them, and keeps no way to stop them.
  [/^src\/app\/create-app\.tsx$/, /timer|setTimeout/],
  [/^src\/app\/effects\/(crash|device|home|launch|network|offline|session)-effects\.ts$/, /./],
  [/^src\/app\/(effects\/home-tiles|report-sender|visits\/visit-cache|voice\/voice-effects)\.ts$/, /./],
  [/^src\/app\/prepare\//, /./],
  [/^src\/stores\/settings-store\.ts$/, /^subscription of captions$/],
  // A set's platform is made once. Sets tell about the page itself, their cursor and their keyboard.
  [/^platform\//, /^listener of (visibilitychange|pagehide|online|offline|(cursor|keyboard)StateChange)$/],
  // They run once, in the next frames, and change nothing outside of what they belong to.
  [/^src\/app\/pace-watch\.ts$/, /^requestAnimationFrame/],
  [/^src\/focus\/(engine\/focus-engine\.ts|focus-wall\.tsx)$/, /^requestAnimationFrame/],
  [/^src\/focus\/wall-tracks\.ts$/, /^setTimeout 180$/],
  // It outlives the player, which is made for each episode.
  [/^src\/player\/controls\/sleep-timer\.ts$/, /^timer of the clock, \d+ ms$/],
  // A download continues while the viewer does something else.
  [/^src\/player\/offline\/offline-episodes\.ts$/, /^download$/],
  [/^src\/api\/files\.ts$/, /^setTimeout 20000$/],
  // A code stays for the next field, and a call that waits for a phone until the code ends.
  [/^src\/features\/phone-keyboard\/phone-pairing\.ts$/, /\b1500\b/],
  [/^node_modules\/follow-redirects\//, /^setTimeout/],
  // Answers stay for five minutes after their screen, and its failed calls are repeated twice.
  [/^node_modules\/@tanstack\/query-core\//, /^setTimeout (300000|500|1000)$/],
  // Libraries that listen once for all tests of a file, the clock of jsdom's frames, and Node.
  [/^node_modules\/(react-dom|nwsapi)\//, /^listener/],
  [/^node_modules\/jsdom\//, /^setInterval/],
  [/^node$/, /./],
];

/** For answers that come after the app is gone: they may still start something. Longer than any of them takes. */
const ANSWERED_MS = 10_000;

async function allAnswered() {
  const until = performance.now() + ANSWERED_MS;
  do await new Promise((resolve) => setTimeout(resolve));
  while (callsUnderWay() > 0 && performance.now() < until);
}

const isOfThePage = ({ file, what }: Held) =>
  OF_THE_PAGE.some(([files, whats]) => files.test(file) && whats.test(what));

/** Takes off what a screen has set on the whole page. */
function takeStyles(): string[] {
  const { style } = document.documentElement;
  const names = Array.from(style);
  names.forEach((name) => style.removeProperty(name));
  return names.map((name) => `${name} in the style of the page`);
}

/**
 * Ends what lives as long as the page, so that it does not act in the next test.
 *
 * @returns what the app left behind: it started it for a screen, and did not end it with the screen
 */
export async function closePage(): Promise<string[]> {
  await allAnswered();
  const held = stopCounting();
  held.filter(({ file }) => /^(src\/app|node_modules\/@tanstack)\//.test(file)).forEach(({ stop }) => stop());
  return [...held.filter((one) => !isOfThePage(one)).map(({ file, what }) => `${what}, by ${file}`), ...takeStyles()];
}
