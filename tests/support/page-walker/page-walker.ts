import { explore } from './explore.ts';
import { press, rest } from './hand.ts';
import { stroll } from './stroll.ts';
import { thereAndBack } from './there-and-back.ts';

/** A hand on the remote that lives in the page: thousands of keys without a way to and from the test for each of them. */
const pageWalker = { press, rest, stroll, thereAndBack, explore };

declare global {
  interface Window {
    pageWalker: typeof pageWalker;
  }
}

window.pageWalker = pageWalker;
