import type { Change } from '../changes/change-set.ts'
import type { Statement } from './sql.ts'

export interface Queryable {
  readonly rows: <Row>(statement: Statement) => Promise<Row[]>
  readonly first: <Row>(statement: Statement) => Promise<Row | undefined>
  /** By key. Outside transactions these are pipelined on one connection, so they must be quick and take no locks. */
  readonly find: <Row>(statement: Statement) => Promise<Row | undefined>
  readonly one: <Row>(statement: Statement) => Promise<Row>
  readonly run: (statement: Statement) => Promise<number>
}

/** `emit`, `enqueue` and `sendMail` take a transaction, so that nothing uncommitted is announced. */
export interface Transaction extends Queryable {
  readonly now: () => Date
  /** Must not throw. */
  readonly afterCommit: (action: () => void) => void
  /** Notifies every process after the commit. */
  readonly notify: (channel: string) => void
  /** Tells every process after the commit what changed. */
  readonly tell: (change: Change) => void
}

export interface Planning {
  /** `once`: a generic plan along indexes, for hot statements on tables that are empty now and large a minute later. */
  readonly planned: 'each' | 'once'
}

export interface PoolState {
  readonly total: number
  readonly idle: number
  readonly waiting: number
}

export interface Database extends Queryable {
  /** Retries `work` after a deadlock or serialization failure (three runs), so it must have no other effects. */
  readonly transaction: <Result>(
    work: (tx: Transaction) => Promise<Result>,
    planning?: Planning,
  ) => Promise<Result>
  readonly connections: () => PoolState
  readonly close: () => Promise<void>
}
