import type { ClientBase, Pool, QueryConfig, QueryResultRow } from 'pg'
import type { Queryable } from './database.ts'
import type { Statement } from './sql.ts'

export function queryable(source: Pick<ClientBase, 'query'> | Pool): Queryable {
  const query = <Row>(statement: Statement) => source.query<Row & QueryResultRow>(queryConfig(statement))
  const first = async <Row>(statement: Statement) => (await query<Row>(statement)).rows[0]
  return {
    rows: async <Row>(statement: Statement) => (await query<Row>(statement)).rows,
    first,
    find: first,
    one: async <Row>(statement: Statement) => {
      const { rows } = await query<Row>(statement)
      const [row] = rows
      if (rows.length !== 1 || row === undefined) {
        throw new Error(`A statement that has exactly one row gave ${rows.length}: ${statement.text}`)
      }
      return row
    },
    run: async (statement: Statement) => (await query(statement)).rowCount ?? 0,
  }
}

export function queryConfig({ text, values, name }: Statement): QueryConfig {
  const parameters = values as unknown[]
  return name === undefined ? { text, values: parameters } : { name, text, values: parameters }
}
