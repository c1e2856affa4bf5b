import type { Demo } from '../server/demo/demo.ts';
import { accounts, password } from './accounts/accounts.ts';
import { makeHistory } from './accounts/history.ts';
import { makeReviews, reviewers } from './accounts/reviewers.ts';

/** The code that the server imports from this folder; the data is in `catalogue/`. */
export const demo: Demo = { password, accounts, makeHistory, reviewers, makeReviews };
