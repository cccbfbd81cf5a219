import type { CommandContext } from '../../command.ts'

/** Returns what it found. Throws OperatorError when something needs the operator. */
export type Check = (context: CommandContext) => Promise<string>
