import { createInterface } from 'node:readline/promises';
import { setTimeout as wait } from 'node:timers/promises';
import { scan, ScanError, type FoundVideo } from '#server/intake/scan.ts';
import type { Operate } from '#server/console/operator/calls.ts';
import { correct } from './media/correct.ts';
import { follow } from './media/follow.ts';
import { barLine, foundLine, jobLine, planLines, shownLines, time, visible } from './media/lines.ts';
import { planTitles, problemOf, type PlannedTitle } from './media/plan-add.ts';
import { readWords, type AddWords, type Command } from './media/read-words.ts';
import { runCommand } from './operator-commands/run-command.ts';
import { explain, NotDoneError, resultOf, withOperate } from './operator-commands/with-operate.ts';

/** Between two looks at jobs that are waited for, in ms. */
const LOOK_EVERY_MS = 1_000;

interface Output {
  isJson: boolean;
  print(value: unknown, lines: readonly string[]): void;
}

const isTerminal = () => process.stdin.isTTY && process.stdout.isTTY;

const followJobs = (operate: Operate, isJson: boolean, wanted?: readonly string[]) =>
  follow({
    list: () => resultOf(operate('media/list', {})),
    ...{ wanted, isJson, output: process.stdout },
    pause: () => wait(LOOK_EVERY_MS),
    now: () => new Date(),
  });

async function findVideos(paths: readonly string[]): Promise<FoundVideo[]> {
  const videos = new Map<string, FoundVideo>();
  for (const path of paths) {
    const found = await scan(path);
    for (const line of found.skipped) console.error(line);
    for (const video of found.videos) videos.set(video.source, video);
  }
  return [...videos.values()];
}

/** The operator's answer: the titles to add, corrected; none if the operator leaves. */
async function decide(
  planned: readonly PlannedTitle[],
  find: (name: string) => Promise<{ id: number } | null>,
  isAsking: boolean,
): Promise<PlannedTitle[]> {
  if (!isAsking) {
    for (const title of planned) {
      const problem = problemOf(title);
      if (problem !== undefined) throw new NotDoneError(visible(problem));
    }
    return [...planned];
  }
  const lines = createInterface({ input: process.stdin, output: process.stdout });
  try {
    const decided: PlannedTitle[] = [];
    for (const title of planned) {
      const corrected = await correct(title, {
        ask: async (question) => (await lines.question(visible(question))).trim(),
        tell: (told) => console.log(told.join('\n')),
        find,
      });
      if (corrected) decided.push(corrected);
    }
    return decided;
  } finally {
    lines.close();
  }
}

async function add(
  operate: Operate,
  { paths, words, isYes }: { paths: readonly string[]; words: AddWords; isYes: boolean },
  output: Output,
): Promise<string[]> {
  const planned = planTitles(await findVideos(paths), words);
  const find = async (name: string) =>
    words.title === 'new' ? null : await resultOf(operate('media/find-title', { name }));
  const isAsking = !isYes && isTerminal() && !output.isJson;
  if (!isYes && !isAsking) {
    for (const title of planned) console.error(planLines(title, null).join('\n'));
    throw new NotDoneError(
      'Nothing is added: say --yes if this is right, or correct it with --name, --season, --episode.',
    );
  }
  const ids: string[] = [];
  for (const { id, name, episodes, pictures } of await decide(planned, find, isAsking)) {
    const known = id ?? (await find(name!))?.id;
    const added = await resultOf(
      operate('media/add', {
        title: known === undefined ? { name: name!, contentRating: words.rating } : { id: known },
        ...{ access: words.access, isPublished: words.isPublished, pictures },
        ...(words.protection && { protection: words.protection }),
        episodes: episodes.map(({ source, number, subject }) => ({ source, number: number!, subject })),
      }),
    );
    if (added.warning !== null) console.error(added.warning);
    for (const job of added.jobs) output.print(job, [jobLine(job)]);
    ids.push(...added.jobs.map((job) => job.id));
  }
  return ids;
}

/** @returns whether everything went well. */
async function carryOut(operate: Operate, command: Command, hasWorkers: boolean, output: Output): Promise<boolean> {
  const checkWorkers = () => {
    if (!hasWorkers) throw new NotDoneError('No server is running, so nobody works on the jobs: "npm start" does.');
  };
  switch (command.name) {
    case 'add': {
      if (command.isWaiting) checkWorkers();
      const ids = await add(operate, command, output);
      if (ids.length > 0 && !hasWorkers) console.error('The jobs begin when the server runs: npm start');
      return command.isWaiting ? followJobs(operate, output.isJson, ids) : true;
    }
    case 'status': {
      if (command.job !== undefined) {
        const shown = await resultOf(operate('media/show', { job: command.job }));
        if (command.isWaiting) {
          checkWorkers();
          return followJobs(operate, output.isJson, [shown.id]);
        }
        output.print(shown, shownLines(shown));
        return true;
      }
      if (command.isWaiting) {
        checkWorkers();
        return followJobs(operate, output.isJson);
      }
      const columns = process.stdout.isTTY ? process.stdout.columns : undefined;
      for (const job of await resultOf(operate('media/list', {})))
        output.print(job, [columns === undefined ? jobLine(job) : barLine(job, new Date(), columns)]);
      return true;
    }
    case 'retry':
    case 'cancel': {
      const job = await resultOf(operate(`media/${command.name}`, { job: command.job }));
      output.print(job, [jobLine(job)]);
      return true;
    }
    case 'remove': {
      const removed = await resultOf(operate('media/remove', command.target));
      output.print(removed, [`Removed ${removed.removed}.`]);
      return true;
    }
    case 'marks': {
      const { target, marks: changes, isAccepting } = command;
      if (isAccepting) {
        for (const mark of await resultOf(operate('media/accept-marks', target))) output.print(mark, [foundLine(mark)]);
        return true;
      }
      if ('episode' in target) {
        const marks = await resultOf(operate('media/marks', { ...target, ...changes }));
        const { outro, duration } = marks;
        const partLine = (name: 'intro' | 'recap' | 'preview') => {
          const part = marks[name];
          return `${name}\t${part === null ? 'none' : `${time(part.start)}-${time(part.end)}`}`;
        };
        const outroEnd = outro?.end === undefined ? '' : `-${time(outro.end)}`;
        output.print(marks, [
          `duration\t${time(duration)}`,
          partLine('intro'),
          `outro\t${outro === null ? 'none' : `${time(outro.start)}${outroEnd}`}`,
          partLine('recap'),
          partLine('preview'),
        ]);
      }
      for (const mark of await resultOf(operate('media/found-marks', target))) output.print(mark, [foundLine(mark)]);
      return true;
    }
  }
}

async function main(): Promise<void> {
  const { command, isJson } = readWords(process.argv.slice(2));
  const print: Output['print'] = (value, lines) => console.log(isJson ? JSON.stringify(value) : lines.join('\n'));
  const isWell = await withOperate((operate, hasWorkers) => carryOut(operate, command, hasWorkers, { isJson, print }));
  if (!isWell) process.exitCode = 1;
}

runCommand(main, (error) => (error instanceof ScanError ? error.message : explain(error)));
