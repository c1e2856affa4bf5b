import everyDay from '../../playwright.config.ts';

/** Walks that take their time: `npm run test:walk`. */
export default { ...everyDay, testDir: '.', testMatch: '**/*.spec.ts' };
