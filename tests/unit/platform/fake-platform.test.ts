import { describePlatform } from '#tests/support/describe-platform.ts';
import { createFakePlatform } from '#tests/support/fake-platform.ts';

describePlatform('fake', () => {
  const platform = createFakePlatform();
  return { ...platform, platform };
});
