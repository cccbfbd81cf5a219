import type { Declaration } from './command.ts'
import { readLine, usageFailure } from './help.ts'
import type { Outcome } from './outcome.ts'
import { UsageError } from './parse.ts'
import { list, words } from './value.ts'

/** Declared like a command for its help only. */
export const serveDeclaration = {
  words: ['serve'],
  summary: 'Run the server, or some of its roles',
  options: {
    roles: {
      value: list(words('ROLE')),
      description: 'gateway, files, sms, phones, worker (all); the others run in other processes',
    },
    demo: {
      value: 'flag',
      description: 'fill a new installation with demo data; "bureau demo remove" removes it',
    },
  },
  positionals: {},
  details:
    'Starts Bureau on the data directory and creates what is missing: the database, the key file, and the first account. ' +
    'Without --roles, one process serves everything. Settings are environment variables; docs/configuration.md lists them. ' +
    'SIGTERM stops the server after it has finished the requests that run, Ctrl-C at once.',
  exits: { 0: 'stopped by a signal', 1: 'could not start, or failed', 2: 'the command line is wrong' },
  example: 'bureau serve --data /var/lib/bureau',
} as const satisfies Declaration

export function prepareServe(
  argv: readonly string[],
):
  | { readonly json: boolean; readonly roles: readonly string[] | undefined; readonly demo: boolean }
  | { readonly outcome: Outcome } {
  const line = readLine(argv, serveDeclaration)
  if ('outcome' in line) return line
  const roles = line.input['roles'] as readonly string[] | undefined
  // An empty variable of a script would run a server that does nothing.
  if (roles?.length === 0)
    return {
      outcome: usageFailure(new UsageError('--roles must name a role; without it all of them run.'), 'serve'),
    }
  return { json: line.json, roles, demo: line.input['demo'] === true }
}
