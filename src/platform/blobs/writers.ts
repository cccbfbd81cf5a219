import { FairLimiter } from '../concurrency/fair-limiter.ts'

/** One flow holds at most a quarter of the writers, and less when several do: four flows must not hold all. */
const flowsShare = 4

/** The writers of a store. Each holds a file or a connection, and memory, until its bytes have arrived. */
export const openWriters = (resource: string, runningMax: number): FairLimiter =>
  new FairLimiter(resource, {
    runningMax,
    waitingMax: 2000,
    waitMsMax: 30_000,
    flows: { program: { runningMax, waitingMax: 2000 } },
    eachFlow: {
      runningMax: Math.ceil(runningMax / flowsShare),
      shareOfFreeMax: 1 / (flowsShare - 1),
      waitingMax: 500,
    },
  })
