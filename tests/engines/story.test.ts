import { inject } from 'vitest';
import { isSubtracted } from '#tests/support/browser/engines.ts';
import { tellStory } from './story.ts';

tellStory(
  inject('engines').filter((engine) => !isSubtracted(engine)),
  inject('packages'),
  () => 'all',
);
