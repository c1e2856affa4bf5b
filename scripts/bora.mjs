#!/usr/bin/env node
import { spawn } from 'node:child_process';
import { existsSync, readFileSync } from 'node:fs';
import { constants } from 'node:os';
import { fileURLToPath } from 'node:url';

/*
 * `bora`: everything that an operator runs. Works from the sources where the development dependencies are installed, else from
 * the build, and needs nothing but Node itself.
 */

const at = (path) => fileURLToPath(new URL(`../${path}`, import.meta.url));

/** Name, what it does, and the program with its first words. */
const COMMANDS = {
  start: ['serves viewers and works on jobs, in one process', 'start'],
  serve: ['serves viewers only (needs DATABASE_URL)', 'start', 'serve'],
  work: ['works on jobs and sends mail only (needs DATABASE_URL)', 'start', 'work'],
  doctor: ['looks at everything that can be wrong, and says what to do', 'doctor'],
  media: ['adds own videos, and shows what becomes of them', 'media'],
  titles: ['publishes, hides, lists and exports titles', 'titles'],
  catalogue: ['imports and exports the whole catalogue', 'catalogue'],
  operate: ['maintenance, staff, memberships, orders, reviews', 'operate'],
  migrate: ["brings the database to this version's tables", 'migrate'],
  backup: ['writes the embedded database into one file', 'operate', 'backup'],
  restore: ['puts a backup in place of the embedded database', 'operate', 'restore'],
  edge: ['prints the configuration of nginx as a media edge', 'edge'],
};

const width = Math.max(...Object.keys(COMMANDS).map((name) => name.length)) + 2;
const HELP = `bora <command> [words]

${Object.entries(COMMANDS)
  .map(([name, [what]]) => `  ${name.padEnd(width)}${what}`)
  .join('\n')}

  bora <command> --help     what a command takes
  bora healthy              exit code 0 when the server or worker on this machine is ready
  bora completion bash      completion, for: source <(bora completion bash)
  bora --version

The environment configures it (.env.example lists each variable).
Exit codes: 0 done, 1 refused or failed, 2 these words are no command.`;

const COMPLETION = `_bora() {
  if [ "$COMP_CWORD" -eq 1 ]; then
    COMPREPLY=($(compgen -W "${Object.keys(COMMANDS).join(' ')} completion help" -- "\${COMP_WORDS[1]}"))
  else
    COMPREPLY=($(compgen -f -- "\${COMP_WORDS[COMP_CWORD]}"))
  fi
}
complete -o filenames -F _bora bora`;

/** The words for Node that run a program. */
function nodeWords(program) {
  const flags = program === 'start' ? ['--max-semi-space-size=48'] : [];
  if (existsSync(at('node_modules/tsx')) && existsSync(at(`scripts/${program}.ts`)))
    return [...flags, '--import', import.meta.resolve('tsx'), at(`scripts/${program}.ts`)];
  const built = at(`dist/server/${program === 'start' ? 'main' : program}.js`);
  if (existsSync(built)) return [...flags, '--enable-source-maps', built];
  console.error('Bora is not built: run "npm ci && npm run build" first.');
  process.exit(1);
}

function run(program, words) {
  const given = [...nodeWords(program), ...words];
  // Becomes the program where Node can: a supervisor then has one process, and a small machine 45 MB more.
  if (process.execve) process.execve(process.execPath, [process.execPath, ...given], process.env);
  const child = spawn(process.execPath, given, { stdio: 'inherit' });
  // Supervisors know this process only.
  for (const signal of ['SIGTERM', 'SIGHUP']) process.on(signal, () => child.kill(signal));
  // A terminal sends it to both: this process waits for the other's end.
  process.on('SIGINT', () => undefined);
  child.on('error', (error) => {
    console.error(error.message);
    process.exitCode = 1;
  });
  child.on('exit', (code, signal) => {
    process.exitCode = signal === null ? code : 128 + constants.signals[signal];
  });
}

// A package's configuration, where no service manager has read it.
if (process.env.BORA_ENV_FILE) process.loadEnvFile(process.env.BORA_ENV_FILE);

const [name, ...words] = process.argv.slice(2);
if (name === undefined || name === 'help' || name === '--help' || name === '-h') {
  const command = COMMANDS[words[0]];
  if (command && name === 'help') run(command[1], ['--help']);
  else console.log(HELP);
} else if (name === '--version' || name === '-V') {
  console.log(JSON.parse(readFileSync(at('package.json'), 'utf8')).version);
} else if (name === 'completion') {
  if (words[0] === 'bash') console.log(COMPLETION);
  else {
    console.error('bora completion bash');
    process.exitCode = 2;
  }
} else if (name === 'healthy') {
  // For a container's health check: whether the server or worker on this machine can work.
  const { ROLE, PORT = '8080', WORK_PORT } = process.env;
  const port = ROLE === 'work' ? WORK_PORT : PORT;
  const answer = await fetch(`http://127.0.0.1:${port}/readyz`, { signal: AbortSignal.timeout(4_000) }).catch(
    () => undefined,
  );
  process.exitCode = answer?.ok ? 0 : 1;
} else if (Object.hasOwn(COMMANDS, name)) {
  const [, program, ...first] = COMMANDS[name];
  run(program, [...first, ...words]);
} else {
  console.error(`"${name}" is no command of bora.\n\n${HELP}`);
  process.exitCode = 2;
}
