import { createHash } from 'node:crypto';
import { withoutPersonal } from '#contract/rules/without-personal.ts';

/** Frames that tell one defect from another; those below them are React's and the browser's. */
const TOP_FRAMES = 3;
/** Longest line of a stack. */
const LONGEST_LINE = 200;
const MOST_LINES = 20;

/** Removes personal data from each line; the app does so before it sends, other senders may not. */
export const tidyStack = (stack: string): string =>
  stack
    .split('\n')
    .map((line) => withoutPersonal(line.trim()).slice(0, LONGEST_LINE))
    .filter((line) => line !== '')
    .slice(0, MOST_LINES)
    .join('\n');

export const tidyMessage = (message: string): string =>
  withoutPersonal(message.replaceAll('\n', ' ').trim()).replace(/\d{3,}/g, '…') || 'no message';

/**
 * The file of a frame without its build's hash, line and column, which differ between versions: `home-screen.js` of
 * `at a (home-screen-1a1cf04.js:1:52)`. Parts that screens share have a hash alone (vite.config.ts), and all count as one.
 * Names of functions are left out, because each build shortens them differently.
 */
function fileOf(line: string): string | undefined {
  const name = /([\w.-]+?)\.m?js(?::\d+)+/.exec(line)?.[1];
  return name?.replace(/-legacy(?=-|$)/, '').replace(/(^|-)[0-9a-f]{7}$/, '');
}

/** The same for one defect in all versions and on all systems. */
export function fingerprintOf({ message, stack }: { message: string; stack: string }): string {
  const files = stack
    .split('\n')
    .map(fileOf)
    .filter((name) => name !== undefined)
    .slice(0, TOP_FRAMES);
  return createHash('sha256')
    .update([message.replace(/\d+/g, '0'), ...files].join('\n'))
    .digest('hex')
    .slice(0, 16);
}
