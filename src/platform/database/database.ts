import type { Statement } from './sql.ts'

/** What both the pool and a transaction can do. Rows come back as plain objects, bigint columns as numbers. */
export interface Queryable {
  readonly rows: <Row>(statement: Statement) => Promise<Row[]>
  /** The first row, or undefined. */
  readonly first: <Row>(statement: Statement) => Promise<Row | undefined>
  /**
   * The row that a statement finds by its key, or undefined. Outside of a transaction many are asked on one connection,
   * one behind the other, so the statement must be quick and lock nothing.
   */
  readonly find: <Row>(statement: Statement) => Promise<Row | undefined>
  /** The only row of a statement that always has one. */
  readonly one: <Row>(statement: Statement) => Promise<Row>
  /** How many rows the statement touched. */
  readonly run: (statement: Statement) => Promise<number>
}

/**
 * Work that commits as one. Events, jobs and mails are added with `emit`, `enqueue` and `sendMail`, which take a
 * transaction and nothing else: what was not committed is never told to anybody.
 */
export interface Transaction extends Queryable {
  /** The program's clock, for instants that are stored. */
  readonly now: () => Date
  /** Runs after the commit, never after a roll-back. It must not throw. */
  readonly afterCommit: (action: () => void) => void
  /** Gives a notice to every process after the commit: `notify` of Notifications. */
  readonly notify: (channel: string) => void
}

/** How prepared statements of a transaction are planned. */
export interface Planning {
  /**
   * `each`: PostgreSQL decides, by the values and by how many rows there seem to be. `once`: on a connection's first use, along
   * indexes whatever the tables hold at that moment; for statements that run over and over on tables which are empty now and have a million
   * rows in a minute.
   */
  readonly planned: 'each' | 'once'
}

/** Connections of the pool at the moment, and how many wait for one. */
export interface PoolState {
  readonly total: number
  readonly idle: number
  readonly waiting: number
}

export interface Database extends Queryable {
  /**
   * Runs `work` in one transaction and commits. A deadlock or serialization failure rolls back and runs
   * `work` again (three times at most), so `work` must not change anything outside the transaction.
   */
  readonly transaction: <Result>(
    work: (tx: Transaction) => Promise<Result>,
    planning?: Planning,
  ) => Promise<Result>
  readonly connections: () => PoolState
  readonly close: () => Promise<void>
}
