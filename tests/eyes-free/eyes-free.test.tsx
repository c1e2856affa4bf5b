import { cleanup } from '@testing-library/react';
import { describe, expect, inject, test } from 'vitest';
import { createMemory, type Memory } from './memory.ts';
import { createRobot, type RobotOptions } from './robot.ts';
import { readTasks, type Task } from './tasks.ts';
import { openTelevision, type EyesFreeTelevision } from './television.ts';

/*
 * A robot that only hears the voice guide and only presses keys does the tasks of tasks.json. First it looks for the way,
 * as a newcomer does: it tries arrows until it hears the words of the next step. Then, on a fresh server, it does the
 * task again from memory, and each press counts.
 */

/** A survey presses some hundred keys. */
const TIME_LIMIT_MS = 600_000;

/** The most presses, compared with the shortest way. */
const MOST = 1.5;

const wanted = process.env['EYES_FREE'] ?? 'daily';
const tasks = readTasks().filter(({ daily }) => wanted !== 'daily' || daily === true);

/** Runs on a server of its own: tasks change what they find. */
async function attempt(task: Task, memory: Memory, mode: RobotOptions['mode']) {
  const answer = await fetch(inject('serverControl'), { method: 'POST' });
  const url = await answer.text();
  let television: EyesFreeTelevision | undefined;
  try {
    television = await openTelevision(task.start, url);
    const robot = createRobot({ television, memory, mode });
    robot.begin(television.first);
    for (const step of task.steps) await robot.do(step);
    return robot;
  } finally {
    await (television?.close() ?? cleanup());
    window.history.replaceState(null, '', '#');
    await fetch(`${inject('serverControl')}${encodeURIComponent(url)}`, { method: 'DELETE' });
  }
}

describe('by ear alone, the robot can', () => {
  test.each(tasks.map((task) => [task.task, task] as const))('%s', { timeout: TIME_LIMIT_MS }, async (_name, task) => {
    const memory = createMemory();
    const first = await attempt(task, memory, wanted === 'survey' ? 'survey' : 'explore');
    const again = await attempt(task, memory, 'remember');
    if (wanted !== 'daily')
      console.log(
        [task.task, `first ${first.presses()}`, `again ${again.presses()}`, `shortest ${task.shortest}`]
          .concat(wanted === 'survey' ? [`surveyed ${first.surveyed()}`] : [])
          .concat(process.env['EYES_FREE_STORY'] ? first.story() : [])
          .join('\n  '),
      );
    expect(again.presses()).toBeLessThanOrEqual(task.shortest * MOST);
  });
});
