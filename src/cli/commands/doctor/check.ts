import type { CommandContext } from '../../command.ts'

/** What the operator should know, although the installation works. */
export interface Warning {
  readonly warning: string
}

/** Returns what it found. Throws OperatorError when something needs the operator. */
export type Check = (context: CommandContext) => Promise<string | Warning>
