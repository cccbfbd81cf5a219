import { describe, expect, test } from 'vitest'
import type { Endpoint } from '../src/api/endpoint.ts'
import { accountPages } from '../src/account/pages.ts'
import { endpoints as console } from '../src/console/endpoints.ts'
import { endpoints as files } from '../src/files/endpoints.ts'
import { linkPages } from '../src/files/link/pages.ts'
import { endpoints as iam } from '../src/iam/endpoints.ts'
import { endpoints as provisioning } from '../src/provisioning/endpoints.ts'
import { phoneEndpoints } from '../src/sms/carrier/android/endpoints.ts'
import { endpoints as sms } from '../src/sms/endpoints.ts'
import {
  clientFiles,
  folderOf,
  productionFiles,
  sourceFiles,
  statementsOf,
  type SourceFile,
} from './source.ts'

/** Files that break a rule, each as a line that says how. */
type Broken = readonly string[]

const services = ['sms', 'files', 'iam', 'provisioning'] as const
const endpointsOf: Readonly<Record<string, readonly Endpoint[]>> = {
  sms: [...sms, ...phoneEndpoints],
  files,
  iam,
  provisioning,
  console,
}

/** The parts of the program from top to bottom. Each folder may import from later rows. */
const layers: readonly (readonly string[])[] = [
  ['main.ts'],
  ['program'],
  ['cli'],
  ['demo'],
  ['gateway'],
  ['console'],
  ['backup'],
  ['files', 'sms', 'iam', 'provisioning', 'account'],
  ['webhooks'],
  ['identity'],
  ['api'],
  ['platform'],
]
const layerOf = (path: string): number => layers.findIndex((layer) => layer.includes(folderOf(path)))

describe('imports', () => {
  test('go down only: main, program, cli, demo, gateway, console, backup, services, webhooks, identity, api, platform', () => {
    const broken: Broken = productionFiles.flatMap((file) =>
      file.imports
        .filter((target) => target.startsWith('src/') && folderOf(target) !== folderOf(file.path))
        .filter((target) => layerOf(target) <= layerOf(file.path) && !isPublic(file, target))
        .map((target) => `${file.path} imports ${target}`),
    )
    expect(broken).toEqual([])
  })

  test('know every folder of src', () => {
    expect(productionFiles.filter(({ path }) => layerOf(path) < 0).map(({ path }) => path)).toEqual([])
  })

  test('form no circle, types included', () => {
    const imports = new Map(productionFiles.map(({ path, imports }) => [path, imports]))
    const done = new Set<string>()
    const circles: string[] = []
    const walk = (path: string, trail: readonly string[]): void => {
      if (trail.includes(path)) circles.push([...trail.slice(trail.indexOf(path)), path].join(' → '))
      if (trail.includes(path) || done.has(path)) return
      for (const target of imports.get(path) ?? []) walk(target, [...trail, path])
      done.add(path)
    }
    for (const path of imports.keys()) walk(path, [])
    expect(circles).toEqual([])
  })

  /** A service may use the public module of another one, and nothing else of it. */
  const isPublic = (file: SourceFile, target: string): boolean =>
    services.some((service) => service === folderOf(file.path)) && /^src\/\w+\/public\.ts$/.test(target)

  test('are found by these tests', () => {
    const gateway = productionFiles.find(({ path }) => path === 'src/gateway/routes.ts')
    expect(gateway?.imports).toContain('src/files/endpoints.ts')
  })

  test('of src/ never reach into test/ or bench/ outside of tests', () => {
    const broken: Broken = productionFiles.flatMap(({ path, imports }) =>
      imports
        .filter((target) => /^(test|bench|web)\//.test(target))
        .map((target) => `${path} imports ${target}`),
    )
    expect(broken).toEqual([])
  })

  test('of rules.ts exclude the database, the clock and files: rules are pure', () => {
    const impure = /store\.ts$|^src\/platform\/(database|context|blobs|jobs|mail|notifications|random)|^node:/
    const broken: Broken = productionFiles
      .filter(({ name }) => name === 'rules.ts' || name.endsWith('-rules.ts'))
      .flatMap(({ path, imports }) =>
        imports.filter((target) => impure.test(target)).map((target) => `${path} imports ${target}`),
      )
    expect(broken).toEqual([])
  })
})

describe('the client', () => {
  /** Pure files of src/ that it shares with the server. The build shares the look as well. */
  const shared = [
    'src/platform/pages/color-scheme.ts',
    'src/sms/segments.ts',
    'src/files/item/preview-kind.ts',
  ]
  const sharedWithBuild = ['src/platform/pages/fonts.ts', 'src/platform/pages/mark.ts']

  /** From top to bottom. Each folder may import from later rows, and its own. */
  const rows: readonly (readonly string[])[] = [
    ['main.tsx', 'vite.config.ts'],
    ['router.ts'],
    ['route-tree.gen.ts'],
    ['routes'],
    ['parts'],
    ['uploads'],
    ['ui'],
    ['api', 'words'],
    ['style'],
  ]
  const rowOf = (path: string): number => rows.findIndex((row) => row.includes(folderOf(path)))

  test('is found by these tests, in folders that they know', () => {
    expect(clientFiles.map(({ path }) => path)).toContain('web/routes/__root.tsx')
    expect(clientFiles.filter(({ path }) => rowOf(path) < 0).map(({ path }) => path)).toEqual([])
  })

  test('imports downwards: routes, parts, uploads, ui, api and words', () => {
    const broken: Broken = clientFiles.flatMap(({ path, imports }) =>
      imports
        .filter((target) => target.startsWith('web/') && folderOf(target) !== folderOf(path))
        .filter((target) => rowOf(target) <= rowOf(path))
        .map((target) => `${path} imports ${target}`),
    )
    expect(broken).toEqual([])
  })

  test('takes only pure files from the server', () => {
    const allowed = (path: string) => (path === 'web/vite.config.ts' ? sharedWithBuild : shared)
    const broken: Broken = clientFiles.flatMap(({ path, imports }) =>
      imports
        .filter((target) => /^(src|test|tools|bench|bin)\//.test(target) && !allowed(path).includes(target))
        .map((target) => `${path} imports ${target}`),
    )
    expect(broken).toEqual([])
    const impure = productionFiles.filter(({ path, imports }) => shared.includes(path) && imports.length > 0)
    expect(impure.map(({ path }) => path)).toEqual([])
  })

  test('has files of at most 300 lines, at most 25 of them a folder', () => {
    expect(
      clientFiles.filter(({ text }) => text.split('\n').length - 1 > 300).map(({ path }) => path),
    ).toEqual([])
    const folders = Map.groupBy(
      clientFiles.filter(({ path }) => !path.startsWith('web/routes/')),
      ({ path }) => path.slice(0, path.lastIndexOf('/')),
    )
    const large = [...folders].filter(([, files]) => files.length > 25)
    expect(large.map(([folder, files]) => `${folder}: ${files.length}`)).toEqual([])
  })
})

describe('the platform', () => {
  test('names no service, role or workspace of Bureau', () => {
    /** Parts of camelCase and snake_case names count too: `workspaceId`, `SmsNumber`. */
    const product =
      /(?<![A-Za-z])(sms|iam|provisioning|gateway|workspaces?|tenants?|invitations?)(?![a-z])|(Sms|Iam|Provisioning|Gateway|Workspaces?|Tenants?|Invitations?)(?![a-z])/
    /** Columns of its own tables. */
    const exempt = /\b(workspace_id|tenant_id)\b/g
    const broken: Broken = productionFiles
      .filter(({ path }) => folderOf(path) === 'platform')
      .map(({ path, code }) => ({ path, found: product.exec(code.replaceAll(exempt, '')) }))
      .flatMap(({ path, found }) => (found ? [`${path}: ${found[0]}`] : []))
    expect(broken).toEqual([])
  })
})

describe('every folder', () => {
  test('has at most 25 files of its own', () => {
    const folders = Map.groupBy(productionFiles, ({ path }) => path.slice(0, path.lastIndexOf('/')))
    const large = [...folders].filter(([, files]) => files.length > 25)
    expect(large.map(([folder, files]) => `${folder}: ${files.length}`)).toEqual([])
  })
})

describe('SQL', () => {
  /** Other files that may hold SQL; the list only gets shorter. */
  const exempt = new Set(['src/program/operations/start-operations.ts', 'src/console/doctor/checks.ts'])

  /** Tables and views of identity that services may read themselves; the list only gets shorter. */
  const readable = new Set(['identity.workspace', 'identity.entitlement'])

  const withSql = productionFiles.filter(({ code }) => /\bsql`/.test(code))

  test('is in stores only', () => {
    const broken = withSql
      .filter(({ path }) => folderOf(path) !== 'platform' && !exempt.has(path))
      .filter(({ name }) => name !== 'store.ts' && !name.endsWith('-store.ts'))
    expect(broken.map(({ path }) => path)).toEqual([])
  })

  test('of a folder touches the tables of its own schema', () => {
    const table = /\b(from|join|into|update|using|truncate|table|only)\s+([a-z_]+)\.([a-z_]+)/g
    const broken: Broken = withSql
      .filter(({ path }) => ['identity', 'webhooks', ...services].includes(folderOf(path)))
      .flatMap(({ path, code }) =>
        [...code.matchAll(table)]
          .filter(([, verb, schema, name]) => {
            const reads = verb === 'from' || verb === 'join'
            return schema !== folderOf(path) && !(reads && readable.has(`${schema}.${name}`))
          })
          .map(([, verb, schema, name]) => `${path}: ${verb} ${schema}.${name}`),
      )
    expect(broken).toEqual([])
  })
})

describe('identity', () => {
  test('is the only way to create people, workspaces, members and keys', () => {
    const making = /\binsert(User|Workspace|Member|Key)\b|\binsert\s+into identity\./
    const broken: Broken = sourceFiles
      .filter(({ path, code }) => folderOf(path) !== 'identity' && making.test(code))
      .map(({ path }) => path)
    expect(broken).toEqual([])
  })
})

describe('every statement of SQL', () => {
  const statements = productionFiles.flatMap((file) =>
    statementsOf(file).map((statement) => ({ file, ...statement })),
  )

  test('names its function, so that logs and statistics read like the code', () => {
    expect(statements.length).toBeGreaterThan(200)
    const broken: Broken = statements
      .filter(({ name, expectedName }) => name !== expectedName)
      .map(({ file, name, expectedName }) => `${file.path}: ${name} is to be ${expectedName}`)
    expect(broken).toEqual([])
  })

  test('has a unique name, which PostgreSQL does not truncate', () => {
    const names = statements.map(({ expectedName }) => expectedName)
    expect(names.filter((name, index) => names.indexOf(name) !== index)).toEqual([])
    expect(names.filter((name) => name.length > 54)).toEqual([])
  })

  test('begins with its command and not with a fragment, which would look the same', () => {
    const pattern = /\.(?:rows|first|find|one|run)(?:<[^;`]*>)?\((?:\s*prepared\()?\s*sql`\s*[^\sa-z]/
    expect(productionFiles.filter(({ code }) => pattern.test(code)).map(({ path }) => path)).toEqual([])
  })
})

describe('every file', () => {
  test('has at most 300 lines', () => {
    const long = productionFiles.filter(({ text }) => text.split('\n').length - 1 > 300)
    expect(long.map(({ path }) => path)).toEqual([])
  })

  test('is named after its subject', () => {
    const vague = sourceFiles.filter(({ path }) =>
      /\/(index|utils?|helpers?|common|shared|misc)(\/|\.ts$)/.test(path),
    )
    expect(vague.map(({ path }) => path)).toEqual([])
  })

  test('exports by name', () => {
    expect(sourceFiles.filter(({ code }) => /\bexport default\b/.test(code)).map(({ path }) => path)).toEqual(
      [],
    )
  })

  test('has no suppressions and no notes to ourselves', () => {
    const pattern = /@ts-(ignore|expect-error|nocheck)|(eslint|oxlint)-disable|\b(TODO|FIXME|XXX)\b/
    expect(sourceFiles.filter(({ text }) => pattern.test(text)).map(({ path }) => path)).toEqual([])
  })

  const impurities: readonly (readonly [what: string, pattern: RegExp, allowed: readonly string[]])[] = [
    ['the wall clock', /\bDate\.now\(|\bnew Date\(\s*\)/, ['src/platform/clock.ts']],
    ['chance', /\bMath\.random\(|\brandom(Bytes|UUID|Int)\(/, ['src/platform/random.ts']],
    ['the environment', /\bprocess\.env\b/, ['src/main.ts']],
  ]

  test.each(impurities)('leaves %s to one place', (_, pattern, allowed) => {
    const broken = productionFiles.filter(({ code, path }) => pattern.test(code) && !allowed.includes(path))
    expect(broken.map(({ path }) => path)).toEqual([])
  })
})

const kebab = (name: string) => name.replaceAll(/[A-Z]/g, (letter) => `-${letter.toLowerCase()}`)

describe('every endpoint', () => {
  const declaration = /export const (\w+)(?:: \w+)? = \w+\.endpoint\(\s*'(\w+)'/g
  const declared = productionFiles.flatMap((file) =>
    [...file.code.matchAll(declaration)].map(([, name = '', id = '']) => ({ file, name, id })),
  )
  test('is found by these tests', () => {
    const own = Object.values(endpointsOf)
      .flat()
      .filter(({ original }) => !original)
    expect(declared.length).toBeGreaterThanOrEqual(own.length)
  })

  test('has one name as file, export and operation', () => {
    const broken: Broken = declared
      .filter(({ file, name, id }) => name !== id || file.name !== `${kebab(id)}.ts`)
      .map(({ file, name, id }) => `${file.path} exports ${name}, operation ${id}`)
    expect(broken).toEqual([])
  })

  test('is listed by its service', () => {
    const broken: Broken = declared
      .filter(({ file, id }) => !endpointsOf[folderOf(file.path)]?.some((endpoint) => endpoint.id === id))
      .map(({ file }) => file.path)
    expect(broken).toEqual([])
  })

  test('has a unique operation id within its service', () => {
    for (const endpoints of Object.values(endpointsOf)) {
      const ids = endpoints.map(({ id }) => id)
      expect(ids.filter((id, index) => ids.indexOf(id) !== index)).toEqual([])
    }
  })

  test('has a test beside it', () => {
    const present = new Set(sourceFiles.map(({ path }) => path))
    const untested = declared.filter(({ file }) => !present.has(file.path.replace(/\.ts$/, '.test.ts')))
    expect(untested.map(({ file }) => file.path)).toEqual([])
  })
})

describe('every page', () => {
  const declaration = /export const (\w+) = \w+Site\.page\(\s*'(\w+)'/g
  const declared = productionFiles.flatMap((file) =>
    [...file.code.matchAll(declaration)].map(([, name = '', id = '']) => ({ file, name, id })),
  )
  test('has one name as file, export and id, and is listed by its site', () => {
    const broken: Broken = declared
      .filter(({ file, name, id }) => name !== id || file.name !== `${kebab(id)}.ts`)
      .map(({ file, name, id }) => `${file.path} exports ${name}, page ${id}`)
    expect(broken).toEqual([])
    const listed = [...linkPages, ...accountPages].map(({ id }) => id)
    expect(declared.map(({ id }) => id).toSorted()).toEqual(listed.toSorted())
  })
})
