export interface Outcome {
  /** 0 done, 1 the operation failed, 2 the command line is wrong, 130 interrupted. */
  readonly exit: number
  readonly stdout: string
  readonly stderr: string
  /** The output is help, whose headings are bold on a terminal. */
  readonly help?: true
}

export const failed = (exit: 1 | 2 | 130, line: string): Outcome => ({
  exit,
  stdout: '',
  stderr: `bureau: ${line}\n`,
})

export const printed = (stdout: string): Outcome => ({ exit: 0, stdout, stderr: '' })

export const printedHelp = (stdout: string): Outcome => ({ ...printed(stdout), help: true })

export function isOutcome(value: unknown): value is Outcome {
  if (typeof value !== 'object' || value === null) return false
  const { exit, stdout, stderr } = value as Partial<Outcome>
  return Number.isInteger(exit) && typeof stdout === 'string' && typeof stderr === 'string'
}
