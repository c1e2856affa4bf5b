import { changeMind, stayedSo } from './change-mind.ts';
import { explore } from './explore.ts';
import { press, rest } from './hand.ts';
import { stroll } from './stroll.ts';
import { thereAndBack } from './there-and-back.ts';

/** Drives the remote from inside the page: thousands of keys without a round trip to the test for each. */
const pageWalker = { press, rest, stroll, thereAndBack, explore, changeMind, stayedSo };

declare global {
  interface Window {
    pageWalker: typeof pageWalker;
  }
}

window.pageWalker = pageWalker;
