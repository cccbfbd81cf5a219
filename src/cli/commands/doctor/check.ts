import type { CommandContext } from '../../command.ts'

/** Answers with what was found. Throws OperatorError when it is not as it should be. */
export type Check = (context: CommandContext) => Promise<string>
