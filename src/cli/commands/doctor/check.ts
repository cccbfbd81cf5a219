import type { CommandContext } from '../../command.ts'

/** A finding that does not break the installation. */
export interface Warning {
  readonly warning: string
}

/** Returns its finding. Throws OperatorError if the operator has to act. */
export type Check = (context: CommandContext) => Promise<string | Warning>
