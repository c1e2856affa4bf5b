import { type Plan, planSeconds } from './plan.ts';

const SOUND_KILOBITS = 130;
/** The job holds the encoded files and the package at the same time. */
const COPIES = 2;
/** Average scenes need less than half of what the cap allows to the busiest. */
const USED_SHARE = 0.5;

/** Disk space that a job will need, in bytes. */
export const jobBytes = (plan: Plan): number => {
  const kilobits =
    plan.renditions.reduce((sum, { maxKilobits }) => sum + maxKilobits * USED_SHARE, 0) +
    plan.sounds.length * SOUND_KILOBITS;
  return Math.ceil(((kilobits * 1000) / 8) * planSeconds(plan) * COPIES);
};
