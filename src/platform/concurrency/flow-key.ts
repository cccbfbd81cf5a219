import { callerSubject } from '../limits/tries/subject.ts'

/** `program`: what the program does of its own accord. */
export type PartyKind = 'program' | 'tenant' | 'address' | 'link' | 'device'

/** One of those for whom a turn is taken. */
export interface Party {
  readonly kind: PartyKind
  readonly name: string
}

/** The first one says in whose line they wait; each of them is held to its limits. */
export type Parties = readonly [Party, ...Party[]]

export const program: Parties = [{ kind: 'program', name: 'program' }]

export const tenant = (id: number): Parties => [{ kind: 'tenant', name: `tenant:${id}` }]

/** A device, by its id or by where it reports to. */
export const deviceParty = (id: number | string): Parties => [{ kind: 'device', name: `device:${id}` }]

/** Somebody with an account, whatever tenant they act for. */
export const caller = (id: number): Parties => [{ kind: 'tenant', name: `caller:${id}` }]

/** Somebody without an account. The link he asks for is a party too, because he may have a thousand addresses. */
export const stranger = (address: string, link?: string): Parties => [
  { kind: 'address', name: callerSubject(address) },
  ...(link === undefined ? [] : [{ kind: 'link', name: `link:${link}` } as const]),
]
