import { isEquivalent } from './equivalent.ts';
import type { Measured, Outcome } from './measure.ts';

const LONGEST = 160;
const shown = (text: string) => {
  const short = text.replace(/\s+/g, ' ');
  return `\`${short.length > LONGEST ? `${short.slice(0, LONGEST)}…` : short}\``;
};

interface Score {
  readonly noticed: number;
  readonly survived: number;
  /** No test comes there. */
  readonly untested: number;
  readonly unmeasured: number;
  readonly equivalent: number;
}

const counts = (mutant: Measured) => mutant.outcome === 'noticed' || !isEquivalent(mutant);

function scoreOf(mutants: readonly Measured[]): Score {
  const counted = mutants.filter(counts);
  const count = (outcome: Outcome) => counted.filter((mutant) => mutant.outcome === outcome).length;
  return {
    noticed: count('noticed'),
    survived: count('survived'),
    untested: count('untested'),
    unmeasured: count('unmeasured'),
    equivalent: mutants.length - counted.length,
  };
}

/** Of those that were measured, in %. */
function percentOf({ noticed, survived, untested }: Score): string {
  const all = noticed + survived + untested;
  return all === 0 ? '–' : `${((100 * noticed) / all).toFixed(1)} %`;
}

/** `focus: 81.3 % (1,200 of 1,476)` */
export function summaryOf(name: string, mutants: readonly Measured[]): string {
  const score = scoreOf(mutants);
  const { noticed, survived, untested, unmeasured } = score;
  const rest = unmeasured > 0 ? `, ${unmeasured} not measured yet` : '';
  return `${name}: ${percentOf(score)} (${noticed} of ${noticed + survived + untested}${rest})`;
}

const row = (name: string, score: Score) =>
  `| ${name} | ${percentOf(score)} | ${score.noticed} | ${score.survived} | ${score.untested} | ${score.equivalent} | ${score.unmeasured} |`;

const lineOf = (mutant: Measured) => {
  const { path, line, mutator, original, replacement, outcome } = mutant;
  return `- ${path}:${line} ${mutator}${outcome === 'untested' ? ', no test comes here' : ''}: ${shown(original)} -> ${shown(replacement)}`;
};

const folderOf = (path: string) => path.slice(0, path.lastIndexOf('/'));

/** The page of a module: its score, and what survived, in the order of the sources. */
export function pageOf(name: string, mutants: readonly Measured[], note: string): string {
  const files = [...new Set(mutants.map(({ path }) => path))];
  const folders = [...new Set(files.map(folderOf))];
  const survivors = mutants.filter(
    (mutant) => counts(mutant) && (mutant.outcome === 'survived' || mutant.outcome === 'untested'),
  );
  return [
    `# ${summaryOf(name, mutants)}`,
    '',
    ...(note ? [note, ''] : []),
    '| | score | noticed | survived | no test | equivalent | not measured |',
    '| --- | --- | --- | --- | --- | --- | --- |',
    ...folders.map((folder) => row(`**${folder}**`, scoreOf(mutants.filter(({ path }) => folderOf(path) === folder)))),
    ...files.map((file) => row(file, scoreOf(mutants.filter(({ path }) => path === file)))),
    '',
    ...files.flatMap((file) => {
      const own = survivors.filter(({ path }) => path === file).sort((one, other) => one.line - other.line);
      return own.length === 0 ? [] : [`## ${file}`, '', ...own.map(lineOf), ''];
    }),
  ].join('\n');
}
