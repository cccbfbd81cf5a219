import type { Declaration } from './command.ts'
import { commandHelp } from './help.ts'
import { failed, type Outcome, printed } from './outcome.ts'
import { parseLine, UsageError } from './parse.ts'
import { list, words } from './value.ts'

/** The server itself: declared like a command for its help, but never run by one. */
export const serveDeclaration = {
  words: ['serve'],
  summary: 'Run the server, or some of its roles',
  options: {
    roles: {
      value: list(words('ROLE')),
      description: 'gateway, files, sms, phones, worker (all); the others run in other processes',
    },
  },
  positionals: {},
  example: 'bureau serve --data /var/lib/bureau',
} as const satisfies Declaration

/** The parsed options of `serve`, or the outcome when the server is not to be started. */
export function prepareServe(
  argv: readonly string[],
): { readonly json: boolean; readonly roles: readonly string[] | undefined } | { readonly outcome: Outcome } {
  try {
    const { json, help, input } = parseLine(argv, serveDeclaration)
    if (help) return { outcome: printed(commandHelp(serveDeclaration)) }
    const roles = input['roles'] as readonly string[] | undefined
    // An empty variable of a script would run a server that does nothing.
    if (roles?.length === 0) throw new UsageError('--roles must name a role; without it all of them run.')
    return { json, roles }
  } catch (error) {
    if (error instanceof UsageError)
      return { outcome: failed(2, `${error.message} See: bureau serve --help`) }
    throw error
  }
}
