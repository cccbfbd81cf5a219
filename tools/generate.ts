import { mkdtemp, readFile, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { declarations } from '../src/cli/commands.ts'
import { commandLineReference } from '../src/cli/help/reference.ts'
import { configurationReference } from '../src/program/config.ts'
import { endpoints as console } from '../src/console/endpoints.ts'
import { console as consoleService } from '../src/console/service.ts'
import { endpoints as files } from '../src/files/endpoints.ts'
import { files as filesService } from '../src/files/service.ts'
import { endpoints as iam } from '../src/iam/endpoints.ts'
import { iam as iamService } from '../src/iam/service.ts'
import { systemClock } from '../src/platform/clock.ts'
import { dumpSchema } from '../src/platform/database/dump-schema.ts'
import { migrate } from '../src/platform/database/migrate.ts'
import { openDatabase } from '../src/platform/database/pool.ts'
import type { Endpoint } from '../src/api/endpoint.ts'
import type { OpenApiDocument, Server } from '../src/api/openapi/document.ts'
import { openApi } from '../src/api/openapi/openapi.ts'
import type { ServiceName } from '../src/identity/services.ts'
import type { ServiceProfile } from '../src/api/service.ts'
import type { Log } from '../src/platform/log/log.ts'
import { fontFaces } from '../src/platform/pages/fonts.ts'
import { tokens } from '../src/platform/pages/tokens.ts'
import { startEmbeddedPostgres } from '../src/platform/postgres/embedded.ts'
import { statusCodes } from '../src/api/reference/status-codes.ts'
import { endpoints as provisioning } from '../src/provisioning/endpoints.ts'
import { provisioning as provisioningService } from '../src/provisioning/service.ts'
import { endpoints as sms } from '../src/sms/endpoints.ts'
import { sms as smsService } from '../src/sms/service.ts'
import { clientOperations } from './client-operations.ts'

// Writes the committed files that are derived from the source: `npm run generate`. With --check it writes nothing and
// fails when a committed file is out of date.

const root = join(import.meta.dirname, '..')

const server = (variable: string, port: number, path: string, description: string): Server => ({
  url: `{${variable}}${path}`,
  description,
  variables: {
    [variable]: { default: `http://localhost:${port}`, description: 'Origin of this installation.' },
  },
})
const gateway = (path: string) =>
  server('gateway_url', 8080, path, 'The gateway, with a time limit of 60 seconds for a request.')

/** The four APIs, each with the addresses that it has in every installation. */
export const publishedServices: Readonly<
  Record<
    ServiceName,
    {
      readonly service: ServiceProfile
      readonly endpoints: readonly Endpoint[]
      readonly servers: readonly Server[]
      readonly pathPrefix?: string
    }
  >
> = {
  sms: {
    service: smsService.profile,
    endpoints: sms,
    servers: [server('base_url', 8082, '/api/v1', 'The SMS server.')],
  },
  files: {
    service: filesService.profile,
    endpoints: files,
    servers: [
      gateway('/v1/files'),
      server('files_origin_url', 8081, '/api/v1', 'The files server, for long transfers.'),
    ],
  },
  iam: { service: iamService.profile, endpoints: iam, servers: [gateway('/v1/iam')] },
  provisioning: {
    service: provisioningService.profile,
    endpoints: provisioning,
    servers: [gateway('/v1')],
    pathPrefix: '/users',
  },
}

const services = Object.values(publishedServices)

/** The API of the web app. It has a document of its own and no page in the reference. */
export const consoleApi = {
  service: consoleService.profile,
  endpoints: console,
  servers: [server('files_origin_url', 8081, '/console/v1', 'The files server.')],
}

/** The files in `openapi/`, `docs/`, and `web/` that are derived from the declarations alone: path → text. */
export function derivedFiles(): ReadonlyMap<string, string> {
  const documents = new Map<string, OpenApiDocument>(
    [...services, consoleApi].map(({ service, endpoints, ...options }) => [
      service.name,
      openApi(service, endpoints, options),
    ]),
  )
  const texts = [...documents].map(([name, document]): [string, string] => [
    `openapi/${name}.json`,
    `${JSON.stringify(document, null, 2)}\n`,
  ])
  return new Map([
    ...texts,
    ['docs/configuration.md', configurationReference()],
    ['docs/command-line.md', commandLineReference(declarations)],
    ['docs/status-codes.md', statusCodes(services)],
    ['web/api/operations.ts', clientOperations(documents.get('console'))],
    ['web/style/tokens.css', `${fontFaces}\n${tokens}\n`],
  ])
}

const silent = () => undefined
const silentLog: Log = { debug: silent, info: silent, warn: silent, error: silent }

/** The schema that the migrations create, read from a temporary database. */
async function schemaText(): Promise<string> {
  const dataDir = await mkdtemp(join(tmpdir(), 'bureau-generate-'))
  const options = { clock: systemClock, log: silentLog }
  try {
    const postgres = await startEmbeddedPostgres({ dataDir, log: silentLog, durable: false })
    try {
      const { connectionString } = postgres
      await migrate({ connectionString, ...options })
      const database = await openDatabase({ connectionString, poolMax: 1, ...options })
      const text = await dumpSchema(database)
      await database.close()
      return text
    } finally {
      await postgres.stop()
    }
  } finally {
    await rm(dataDir, { recursive: true, force: true })
  }
}

async function main(check: boolean): Promise<void> {
  const wanted = new Map([...derivedFiles(), ['docs/schema.sql', await schemaText()]])
  for (const [path, text] of wanted) {
    const place = join(root, path)
    const current = await readFile(place, 'utf8').catch(() => undefined)
    if (current === text) continue
    if (check) {
      process.exitCode = 1
      process.stderr.write(`${path} is out of date. Run: npm run generate\n`)
    } else {
      await writeFile(place, text)
      process.stdout.write(`${path}\n`)
    }
  }
}

if (import.meta.main) await main(process.argv.includes('--check'))
