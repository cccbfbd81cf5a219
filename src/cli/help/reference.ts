import type { Declaration } from '../command.ts'
import { lineOf, shownOption, synopsis } from './manual.ts'
import { byTopic, pageOf, type TopicCommands } from './topics.ts'

const head = `# The command line

\`bureau\` runs the server and manages an installation. Commands work while the server runs, and without one.
This page has every command; \`bureau help COMMAND\` prints its part on a terminal, and \`bureau --help\` lists them.

## Conventions

- \`--data DIR\` names the installation, wherever it stands on the line. Without it, \`BUREAU_DATA\` does, and then \`./data\`.
- With \`--json\`, a command prints one JSON object on standard output. Scripts should use it; the text for people may change.
- A failure is one line on standard error.
- Ids are the numbers that the lists show. A command that lists at most some rows says how to get the next ones.

| exit code | meaning |
|---|---|
| 0 | done |
| 1 | failed; standard error says why |
| 2 | the command line is wrong; nothing was done |
| 130 | interrupted |

If a server runs on the data directory, the command runs inside of it, as the server's user: only that user and root may give
commands. Otherwise the command opens the installation itself. Relative paths begin at the directory of the caller in both cases.

After an upgrade, restart the server before you use new commands.

## Long commands

Some commands may take hours, such as backups. They have no time limit, and at most two run at once in a server.

- If standard error is a terminal, it shows the progress: step, amount, rate, and time left.
- Ctrl-C interrupts the command. It removes what is unfinished, says what remains, and exits with 130. A second Ctrl-C
  does not wait for that.
- The command is also interrupted when its terminal closes, and when the server stops.

## Completion

Tab completes commands, options, and values in bash, zsh, and fish. Print the script again after an upgrade.

\`\`\`sh
# bash, with the package bash-completion
mkdir -p ~/.local/share/bash-completion/completions
bureau completion bash > ~/.local/share/bash-completion/completions/bureau

# bash without it
bureau completion bash > ~/.bureau-completion
echo 'source ~/.bureau-completion' >> ~/.bashrc

# zsh: ~/.zshrc needs the line "fpath+=~/.zfunc" before "autoload -Uz compinit && compinit"
mkdir -p ~/.zfunc
bureau completion zsh > ~/.zfunc/_bureau

# fish
bureau completion fish > ~/.config/fish/completions/bureau.fish
\`\`\``

/** \`docs/command-line.md\`, generated. */
export const commandLineReference = (declarations: readonly Declaration[]): string =>
  `${[head, ...byTopic(declarations).map(topic)].join('\n\n')}\n`

const topic = ({ title, commands }: TopicCommands): string =>
  [`## ${title}`, ...commands.map(section)].join('\n\n')

function section(command: Declaration): string {
  const { words, summary, details, interrupted, example, options, positionals } = command
  const rows = [
    ...Object.values(positionals).map(({ value, description }) => [value.placeholder, description] as const),
    ...Object.entries(options).map(
      ([key, option]) => [shownOption(key, option), option.description] as const,
    ),
  ]
  const page = pageOf(command)
  const usage = synopsis(command).join(' ')
  return [
    `### ${lineOf(words)}`,
    [`${summary}.`, details, interrupted && `If it is interrupted: ${interrupted}`].filter(Boolean).join(' '),
    fenced(usage),
    ...(rows.length === 0
      ? []
      : [
          [
            '| argument | meaning |',
            '|---|---|',
            ...rows.map(([left, right]) => `| ${code(left)} | ${cell(right)} |`),
          ].join('\n'),
        ]),
    [
      ...(example === usage ? [] : [`Example: \`${example}\`.`]),
      ...(page === undefined || page === 'docs/command-line.md' ? [] : [`See ${link(page)}.`]),
    ].join('\n'),
  ]
    .filter((part) => part !== '')
    .join('\n\n')
}

const fenced = (text: string): string => ['```sh', text, '```'].join('\n')
const cell = (text: string): string => text.replaceAll('|', String.raw`\|`).replaceAll('*', String.raw`\*`)
const code = (text: string): string => `\`${text.replaceAll('|', String.raw`\|`)}\``
const link = (page: string): string => `[${page}](${page.replace('docs/', '')})`
