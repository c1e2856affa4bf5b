import { test } from 'vitest';
import { startAsNewcomer } from '#tests/support/newcomer.ts';
import { prepareProfiles, PROFILE_STEPS, SETTINGS_STEPS } from './settings-steps.ts';
import { expectUnnoticed, LEAVINGS } from './tour.ts';

test.each(LEAVINGS)('nobody notices the late answers of the settings after %s', async (_name, leaving) => {
  const email = `settings-${leaving.id}@bora.example`;
  const app = await startAsNewcomer(email);
  app.platform.storage.set('email-of-test', email);
  await expectUnnoticed(app, SETTINGS_STEPS, leaving);
});

test.each(LEAVINGS)('nobody notices the late answers of the household after %s', async (_name, leaving) => {
  const app = await startAsNewcomer(`household-${leaving.id}@bora.example`);
  await prepareProfiles(app);
  await expectUnnoticed(app, PROFILE_STEPS, leaving);
});
