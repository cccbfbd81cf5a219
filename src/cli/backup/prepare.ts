import { readLine } from '../help.ts'
import type { Outcome } from '../outcome.ts'
import { restoreDeclaration, verifyDeclaration } from './declarations.ts'

interface Asked {
  readonly json: boolean
  readonly file: string
  readonly passphraseFile: string | undefined
}

export interface RestoreAsked extends Asked {
  readonly acceptsMissingBlobs: boolean
  readonly sendsQueued: boolean
}

export interface VerifyAsked extends Asked {
  readonly readsAll: boolean
}

interface Refused {
  readonly outcome: Outcome
}

export function prepareRestore(argv: readonly string[]): RestoreAsked | Refused {
  const line = readLine(argv, restoreDeclaration)
  if ('outcome' in line) return line
  const { json, input } = line
  return {
    json,
    ...filesOf(input),
    acceptsMissingBlobs: input['missingBlobs'] === 'accept',
    sendsQueued: input['sendQueued'] === true,
  }
}

export function prepareVerify(argv: readonly string[]): VerifyAsked | Refused {
  const line = readLine(argv, verifyDeclaration)
  if ('outcome' in line) return line
  return { json: line.json, ...filesOf(line.input), readsAll: line.input['all'] === true }
}

const filesOf = (input: Readonly<Record<string, unknown>>) => ({
  file: input['file'] as string,
  passphraseFile: input['passphraseFile'] as string | undefined,
})
