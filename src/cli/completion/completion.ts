import type { Declaration } from '../command.ts'
import { readLine } from '../help.ts'
import { type Outcome, printed } from '../outcome.ts'
import { choice } from '../value.ts'
import { bashCompletion } from './bash.ts'
import { fishCompletion } from './fish.ts'
import { grammarOf, type Node } from './grammar.ts'
import { zshCompletion } from './zsh.ts'

const shells = ['bash', 'zsh', 'fish'] as const

const scripts: Readonly<Record<(typeof shells)[number], (grammar: readonly Node[]) => string>> = {
  bash: bashCompletion,
  zsh: zshCompletion,
  fish: fishCompletion,
}

/** Declared like a command for its help. It needs no installation. */
export const completionDeclaration = {
  words: ['completion'],
  summary: 'Print a script that completes commands with Tab in bash, zsh, or fish',
  details:
    'The script completes commands, options, the values of options with few values, and names of files and directories. ' +
    'It is made for this version: print it again after an upgrade. docs/command-line.md says where each shell looks for it.',
  options: {},
  positionals: { shell: { value: choice(shells), description: 'the shell' } },
  example: 'bureau completion bash',
} as const satisfies Declaration

export function runCompletion(argv: readonly string[], declarations: readonly Declaration[]): Outcome {
  const line = readLine(argv, completionDeclaration)
  if ('outcome' in line) return line.outcome
  const shell = line.input['shell'] as (typeof shells)[number]
  const script = scripts[shell](grammarOf(declarations))
  return printed(line.json ? `${JSON.stringify({ shell, script })}\n` : script)
}
