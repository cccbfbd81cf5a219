import { FairLimiter } from '../concurrency/fair-limiter.ts'

/** Maximum share of a flow: a quarter of the free writers, so that four flows can't hold all. */
const flowsShare = 4

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
