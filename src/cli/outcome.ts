/** How a command ended, wherever it ran: what to print and which code to exit with. */
export interface Outcome {
  /** 0 done, 1 the operation failed, 2 the command line makes no sense. */
  readonly exit: number
  readonly stdout: string
  readonly stderr: string
}

/** A failure, as the one line that the operator sees. */
export const failed = (exit: 1 | 2, line: string): Outcome => ({
  exit,
  stdout: '',
  stderr: `bureau: ${line}\n`,
})

export const printed = (stdout: string): Outcome => ({ exit: 0, stdout, stderr: '' })

/** Whether a value that came over a socket is an outcome. */
export function isOutcome(value: unknown): value is Outcome {
  if (typeof value !== 'object' || value === null) return false
  const { exit, stdout, stderr } = value as Partial<Outcome>
  return Number.isInteger(exit) && typeof stdout === 'string' && typeof stderr === 'string'
}
