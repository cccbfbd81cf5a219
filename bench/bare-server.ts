import Fastify from 'fastify'
import pg from 'pg'

// What Bureau is measured against: no key, no limits, no log, no envelope; one select by primary key.
const [connectionString = '', fileId = ''] = process.argv.slice(2)
const pool = new pg.Pool({ connectionString, max: 10 })
// The database may stop before this process does.
pool.on('error', () => undefined)
const select = { name: 'bare', text: 'select * from files.file where id = $1', values: [fileId] }

const app = Fastify()
app.get('/', async () => (await pool.query<object>(select)).rows[0])
const url = await app.listen({ host: '127.0.0.1', port: 0 })

process.send?.({ url })
