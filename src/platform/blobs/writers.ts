import { FairTurns } from '../concurrency/fair-limiter.ts'

/**
 * One tenant holds no more than a quarter of the writers, however slowly he sends. When several do, each holds less: four
 * workspaces, which may be one customer's, must not have all.
 */
const tenantsShare = 4

/** The writers of a store: each holds a file or a connection, and memory, for as long as its bytes take to come. */
export const openWriters = (resource: string, runningMax: number): FairTurns =>
  new FairTurns(resource, {
    runningMax,
    waitingMax: 2000,
    waitMsMax: 30_000,
    of: {
      tenant: {
        runningMax: Math.ceil(runningMax / tenantsShare),
        partOfFreeMax: 1 / (tenantsShare - 1),
        waitingMax: 500,
      },
    },
  })
