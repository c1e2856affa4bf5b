import { describePlatform } from '#tests/support/browser/describe-platform.ts';
import { createFakePlatform } from '#tests/support/app/fake-platform.ts';

describePlatform('fake', () => {
  const platform = createFakePlatform();
  let waitedMs = 0;
  return {
    ...platform,
    platform,
    wait: (ms) => void (waitedMs += ms),
    setHidden: (isHidden) => platform.setHidden(isHidden, waitedMs),
  };
});
