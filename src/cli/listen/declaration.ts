import { sampleEvents } from '../../files/public.ts'
import type { Declaration } from '../command.ts'
import { readLine } from '../help.ts'
import type { Outcome } from '../outcome.ts'
import { choice, id, list, type Value, ValueProblem } from '../value.ts'

const localUrl: Value<string> = {
  placeholder: 'URL',
  read(text) {
    const url = URL.parse(text)
    if (url && ['http:', 'https:'].includes(url.protocol)) return text
    throw new ValueProblem('must be a URL, like http://localhost:3000/hooks.')
  },
}

/** Declared like a command for its help. It runs in the client and polls the server. */
export const listenDeclaration = {
  words: ['listen'],
  summary: 'Print the events of a workspace as they happen, and forward them to a URL',
  options: {
    workspace: { value: id, required: true, description: 'id of the workspace' },
    forward: { value: localUrl, description: 'POST each event there, signed like a delivery' },
    events: { value: list(choice(sampleEvents, 'EVENT')), description: 'only these events (all)' },
  },
  positionals: {},
  example: 'bureau listen --workspace 18 --forward http://localhost:3000/hooks',
} as const satisfies Declaration

export interface Asked {
  readonly json: boolean
  readonly workspace: number
  readonly forward: string | undefined
  readonly events: ReadonlySet<string> | undefined
}

export function prepareListen(argv: readonly string[]): Asked | { readonly outcome: Outcome } {
  const line = readLine(argv, listenDeclaration)
  if ('outcome' in line) return line
  const { json, input } = line
  const events = input['events'] as readonly string[] | undefined
  return {
    json,
    workspace: input['workspace'] as number,
    forward: input['forward'] as string | undefined,
    events: events && new Set(events),
  }
}
