import { createServer } from 'node:http'
import { createRequire } from 'node:module'
import { join } from 'node:path'
import { pathToFileURL } from 'node:url'

// better-auth as its documentation sets it up. JavaScript, because its types are not installed here.
const [folder = '', connectionString, members] = process.argv.slice(2)
const require = createRequire(join(folder, 'package.json'))
const load = (name) => import(pathToFileURL(require.resolve(name)).href)
const { betterAuth } = await load('better-auth')
const { organization } = await load('better-auth/plugins')
const { apiKey } = await load('@better-auth/api-key')
const { getMigrations } = await load('better-auth/db/migration')
const { toNodeHandler } = await load('better-auth/node')
const { Pool } = (await load('pg')).default

const pool = new Pool({ connectionString, max: 10 })
// The database may stop before this process does.
pool.on('error', () => undefined)
const options = {
  database: pool,
  secret: 'a secret of the bench that is long enough',
  baseURL: 'http://127.0.0.1',
  emailAndPassword: { enabled: true },
  rateLimit: { enabled: false },
  telemetry: { enabled: false },
  logger: { disabled: true },
  plugins: [
    organization({ membershipLimit: 100_000 }),
    apiKey({ rateLimit: { enabled: true, timeWindow: 86_400_000, maxRequests: 1_000_000_000 } }),
  ],
}
await (await getMigrations(options)).runMigrations()
const auth = betterAuth(options)

const person = { name: 'Ben', email: 'bench@example.com', password: 'three calm otters' }
const { headers, response } = await auth.api.signUpEmail({ body: person, returnHeaders: true })
const cookie = headers
  .getSetCookie()
  .map((each) => each.split(';', 1)[0])
  .join('; ')
const session = new Headers({ cookie })
const { id: organizationId } = await auth.api.createOrganization({
  body: { name: 'Bench', slug: 'bench' },
  headers: session,
})
await pool.query(
  `with people as (
     insert into "user" (id, name, email, "emailVerified", "createdAt", "updatedAt")
     select 'person-' || n, 'Person ' || n, 'person-' || n || '@example.com', true, now(), now()
     from generate_series(2, $1::int) n returning id)
   insert into member (id, "organizationId", "userId", role, "createdAt")
   select 'm' || id, $2, id, 'member', now() from people`,
  [members, organizationId],
)
await pool.query('analyze')
const newKey = () => auth.api.createApiKey({ body: { userId: response.user.id } })
const { key } = await newKey()
const { key: revoked, id: keyId } = await newKey()
await auth.api.updateApiKey({ body: { keyId, userId: response.user.id, enabled: false } })

const handler = toNodeHandler(auth)
const verify = async (request, answer) => {
  const { valid } = await auth.api.verifyApiKey({ body: { key: request.url.slice('/verify/'.length) } })
  answer.writeHead(valid ? 200 : 401, { 'content-type': 'application/json' }).end(JSON.stringify({ valid }))
}
const server = createServer((request, answer) =>
  request.url.startsWith('/verify/') ? void verify(request, answer) : void handler(request, answer),
)
server.listen(0, '127.0.0.1', () => {
  process.send({ url: `http://127.0.0.1:${server.address().port}`, cookie, organizationId, key, revoked })
})
