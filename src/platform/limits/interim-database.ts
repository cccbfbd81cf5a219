import pg from 'pg'
import type { Database } from '../database/database.ts'
import type { Statement } from '../database/sql.ts'

let serial = 0

export async function testDatabase() {
  pg.types.setTypeParser(20, Number)
  const admin = new pg.Client({ host: '/tmp/limits-pg', user: 'postgres', database: 'postgres' })
  await admin.connect()
  const name = `t_${process.pid}_${performance.now().toFixed(0)}_${(serial += 1)}`
  await admin.query(`create database ${name}`)
  await admin.end()
  const connectionString = `postgresql://postgres@/${name}?host=/tmp/limits-pg`
  const pool = new pg.Pool({ connectionString, max: 5 })
  pool.on('error', () => {})
  const rows = async <Row>(s: Statement) =>
    (await pool.query({ text: s.text, values: [...s.values] })).rows as Row[]
  const database: Database = {
    rows,
    first: async <Row>(s: Statement) => (await rows<Row>(s))[0],
    one: async <Row>(s: Statement) => (await rows<Row>(s))[0] as Row,
    run: async (s) => (await pool.query({ text: s.text, values: [...s.values] })).rowCount ?? 0,
    transaction: () => Promise.reject(new Error('not here')),
    close: () => pool.end(),
  }
  await pool.query(
    `create schema platform; create table platform.counter (counter text, bucket bigint, bucket_seconds int, count int, primary key (counter, bucket_seconds, bucket))`,
  )
  return { database, connectionString, close: () => pool.end() }
}
