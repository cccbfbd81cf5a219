import { startEmbeddedPostgres } from '../postgres/embedded.ts'
import { writeFileSync } from 'node:fs'
const log = { debug() {}, info() {}, warn: console.log, error: console.log }
const pgs = await startEmbeddedPostgres({ dataDir: '/tmp/jobs-pg', log, durable: false })
writeFileSync('/tmp/jobs-pg.url', pgs.connectionString)
console.log(pgs.connectionString)
setInterval(() => {}, 1000)
process.on('SIGTERM', () => { pgs.stop().then(() => process.exit(0)) })
