import type { Context, Origins } from '../../api/context.ts'

export interface Installed {
  readonly dataDir: string
  /** Public origins that the operator names or the server serves. */
  readonly toldOrigins: readonly (keyof Origins)[]
  /** Undefined: counters are in memory. */
  readonly redisUrl: string | undefined
  /** Undefined: blobs are in a bucket. */
  readonly blobsDirectory: string | undefined
}

/** What the doctor examines. */
export interface Examined extends Context, Installed {
  /** Whether it runs inside the server; otherwise no server runs on the directory. */
  readonly serverRuns: boolean
}

/** A finding that does not break the installation. */
export interface Warning {
  readonly warning: string
}

/** Returns its finding. Throws OperatorError if the operator has to act. */
export type Check = (context: Examined) => Promise<string | Warning>
