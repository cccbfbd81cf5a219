import { join } from 'node:path'
import { repeat } from '../connection.ts'
import { inTurns, timesAsFast, unaccompanied, type Outcome } from '../outcome.ts'
import { kannelSend, startKannel } from '../peers/kannel.ts'
import type { Peer } from '../peers/peer.ts'
import { nextPhone, type Account, type World } from './world.ts'

// What it costs to accept texts: from the request to the 202, which here means that they are stored for good. Kannel's HTTP
// sender, beside it, answers when its gateway has them in memory. No phone takes them during the measurement.

const secondsARound = 3
const roundsCounted = 3
const body = 'Your parcel is on its way and arrives today between 2 and 4 pm.'

interface Load {
  readonly what: string
  readonly connections: number
  readonly recipients: number
  readonly accounts: number
  /** In Kannel's speed. */
  readonly goal?: number
  /** Requests a second, whatever Kannel does. */
  readonly requestsMin?: number
}

/** 100 recipients a request, 4 connections. */
export const benchAcceptHundred = (world: World): Promise<Outcome[]> =>
  benchAccept(world, {
    what: 'recipients accepted, 100 a request',
    connections: 4,
    recipients: 100,
    accounts: 1,
    goal: 1,
  })

/** One recipient a request, 32 connections of one account. */
export const benchAcceptSingles = (world: World): Promise<Outcome[]> =>
  benchAccept(world, {
    what: 'single sends accepted, 32 connections of one account',
    connections: 32,
    recipients: 1,
    accounts: 1,
    requestsMin: 4000,
  })

/** The same, each connection with its own account. */
export const benchAcceptAccounts = (world: World): Promise<Outcome[]> =>
  benchAccept(world, {
    what: 'single sends accepted, 32 connections of 32 accounts',
    connections: 32,
    recipients: 1,
    accounts: 32,
  })

async function benchAccept(world: World, load: Load): Promise<Outcome[]> {
  await world.addNumber({ online: false })
  const accounts: Account[] = []
  while (accounts.length < load.accounts) accounts.push(await world.addAccount())
  const kannel = await startKannel(join(world.directory, 'kannel'))
  try {
    const contenders = [
      { name: 'Bureau', measure: () => msASend(world, accounts, load) },
      ...(kannel ? [{ name: 'Kannel', measure: () => msAKannelSend(kannel, load) }] : []),
    ]
    if (!kannel) console.log('  Kannel is not installed; its measurements are left out')
    const samples = await inTurns(contenders, roundsCounted, () => settle(world))
    const show = (ms: number) => `${((1000 / ms) * load.recipients).toFixed(0)}/s`
    const outcome = kannel
      ? timesAsFast(load.what, samples, 'Kannel', load.goal, show)
      : unaccompanied(load.what, samples, show)
    return [withMinimum(outcome, load)]
  } finally {
    await kannel?.stop()
  }
}

function withMinimum(outcome: Outcome, { requestsMin }: Load): Outcome {
  if (requestsMin === undefined) return outcome
  const met = Number.parseFloat(outcome.bureau) >= requestsMin
  return { ...outcome, goal: `at least ${requestsMin}/s`, met }
}

/** So that a round does not pay for the writes of the one before. */
const settle = async ({ database }: World): Promise<void> => void (await database.query('checkpoint'))

const recipientsOf = ({ recipients }: Load): readonly string[] =>
  Array.from({ length: recipients }, nextPhone)

async function msASend({ base }: World, accounts: readonly Account[], load: Load): Promise<number> {
  const { pathname } = new URL(`${base}/messages`)
  const { perSecond } = await repeat(base, { ...load, seconds: secondsARound }, (connection, index) => {
    const to = recipientsOf(load)
    const { headers = {} } = accounts[index % accounts.length] ?? {}
    return connection.exchange('POST', pathname, headers, JSON.stringify({ to, body }), 202)
  })
  return 1000 / perSecond
}

async function msAKannelSend({ url }: Peer, load: Load): Promise<number> {
  const { perSecond } = await repeat(url, { ...load, seconds: secondsARound }, (connection) => {
    const to = recipientsOf(load).map(encodeURIComponent).join('+')
    return connection.exchange('GET', `${kannelSend}&to=${to}&text=${encodeURIComponent(body)}`, {}, '', 202)
  })
  return 1000 / perSecond
}
