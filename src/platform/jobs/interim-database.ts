import { readFileSync } from 'node:fs'
import pg from 'pg'
import { systemClock } from '../clock.ts'
import { migrate } from '../database/migrate.ts'
import { openDatabase } from '../database/pool.ts'

const log = { debug() {}, info() {}, warn() {}, error() {} }
let serial = 0
export async function testDatabase() {
  const url = readFileSync('/tmp/jobs-pg.url', 'utf8')
  const admin = new pg.Client({ connectionString: url })
  await admin.connect()
  const name = `t_${process.pid}_${performance.now().toFixed(0)}_${(serial += 1)}`
  await admin.query(`create database ${name}`)
  await admin.end()
  const connectionString = url.replace(/\/bureau\b/, `/${name}`)
  await migrate({ connectionString, clock: systemClock, log })
  const database = await openDatabase({ connectionString, clock: systemClock, log })
  return { database, connectionString, close: () => database.close() }
}
