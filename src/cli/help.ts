import type { Declaration } from './command.ts'
import { groupHelp, manual, overview } from './help/manual.ts'
import { failed, type Outcome, printedHelp } from './outcome.ts'
import { counted } from '../platform/counted.ts'
import { type ParsedLine, parseLine, UsageError } from './parse.ts'

export const commandHelp = (command: Declaration): Outcome => printedHelp(manual(command))

export const listHelp = (group: string | undefined, commands: readonly Declaration[]): string =>
  group === undefined ? overview(commands) : groupHelp(counted(commands.length, 'command'), commands)

export const usageFailure = ({ message }: UsageError, name: string): Outcome =>
  failed(2, `${message} See: bureau ${name} --help`)

/** The parsed options of a declaration that no command runs, or the outcome of its help or of a wrong line. */
export function readLine(
  argv: readonly string[],
  declaration: Declaration,
): ParsedLine | { readonly outcome: Outcome } {
  try {
    const line = parseLine(argv, declaration)
    return line.help ? { outcome: commandHelp(declaration) } : line
  } catch (error) {
    if (!(error instanceof UsageError)) throw error
    return { outcome: usageFailure(error, declaration.words.join(' ')) }
  }
}
