import { createReadStream } from 'node:fs'
import { glob, mkdtemp, rm, stat } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { basename, join, relative } from 'node:path'
import { Readable } from 'node:stream'
import type { FastifyInstance } from 'fastify'
import { createKey } from '../src/identity/key/create-key.ts'
import { openIdentity } from '../src/identity/open.ts'
import { createUser } from '../src/identity/user/create-user.ts'
import { mediaTypeOf } from '../src/files/item/rules.ts'
import { setQuota } from '../src/files/public.ts'
import { drawThumbnail, NoPicture } from '../src/files/thumbnail/draw.ts'
import { canHaveThumbnail } from '../src/files/thumbnail/rules.ts'
import { openInstance } from '../src/program/instance.ts'
import { monotonicMs } from '../src/platform/clock.ts'
import type { Context } from '../src/api/context.ts'
import { openMemoryCounters } from '../src/platform/limits/memory.ts'
import { roleNames } from '../src/program/roles.ts'
import { openOrigin } from '../src/program/origins/open.ts'
import { apiPrefix } from '../src/program/origins/origin.ts'

// Puts files that others made, odd and hostile ones above all, through the real code: `npm run corpus -- zip DIR` and
// `npm run corpus -- images DIR`. Prints the outcome of each, and fails when a promise was broken. docs/corpora.md has
// the results.

/** The outcome of one file. */
interface Outcome {
  /** Counted together: `extracted`, or the code of the refusal. */
  readonly kind: string
  readonly note: string
  /** Promises that were broken. */
  readonly broken: readonly string[]
}

type Judge = (path: string) => Promise<Outcome>

const requestMsMax = 120_000

interface Answer {
  readonly status: number
  readonly data: Readonly<Record<string, unknown>>
  readonly message: string
  readonly code: string
}

/** Calls the files API with one key. */
function client(app: FastifyInstance, key: string) {
  return async (
    method: 'GET' | 'POST',
    path: string,
    body: { readonly headers?: Record<string, string>; readonly payload?: Readable } = {},
  ): Promise<Answer> => {
    const response = await app.inject({
      ...body,
      method,
      url: `${apiPrefix}${path}`,
      headers: { ...body.headers, authorization: `Bearer ${key}` },
      signal: AbortSignal.timeout(requestMsMax),
    })
    const { data, error, meta } = response.json<{
      data?: Record<string, unknown>
      error?: { code: string; message: string }
      meta?: { message: string }
    }>()
    return {
      status: response.statusCode,
      data: data ?? {},
      message: meta?.message ?? error?.message ?? '',
      code: error?.code ?? '',
    }
  }
}

const boundary = 'between-the-parts-of-a-form-that-holds-an-archive'

/** A form with one file, read while it is sent. */
function formWith(path: string): { readonly headers: Record<string, string>; readonly payload: Readable } {
  async function* parts(): AsyncGenerator<Buffer> {
    yield Buffer.from(
      `--${boundary}\r\nContent-Disposition: form-data; name="file"; filename="archive.zip"\r\n\r\n`,
    )
    yield* createReadStream(path) as AsyncIterable<Buffer>
    yield Buffer.from(`\r\n--${boundary}--\r\n`)
  }
  return {
    headers: { 'content-type': `multipart/form-data; boundary=${boundary}` },
    payload: Readable.from(parts(), { objectMode: false }),
  }
}

/** A person with their own unlimited workspace, because expensive calls have limits for each person. */
async function newCaller(context: Context, app: FastifyInstance) {
  const { database, random, setUpWorkspace } = context
  const key = await database.transaction(async (tx) => {
    const email = `${random.base62(12)}@example.com`
    const names = { firstName: 'Corpus', lastName: 'Runner' }
    const user = await createUser(tx, setUpWorkspace, { email, ...names, plan: 'standard' })
    const owned = { userId: user.id, workspaceId: user.workspace_id }
    await setQuota({ database: tx }, { workspaceId: owned.workspaceId, limitBytes: null })
    return (await createKey(tx, random, { ...owned, service: 'files', scopes: ['*'] })).key
  })
  return client(app, key)
}

async function storedBlobs({ blobs }: Context): Promise<number> {
  let count = 0
  for await (const _ of blobs.list()) count += 1
  return count
}

/** Uploads an archive, extracts it, and compares the tree with the answer. */
async function judgeArchive(context: Context, app: FastifyInstance, path: string): Promise<Outcome> {
  const call = await newCaller(context, app)
  const { data: archive } = await call('POST', '/files', formWith(path))
  const blobsBefore = await storedBlobs(context)
  const answer = await call('POST', `/files/${String(archive['id'])}/unzip`)
  const { data: usage } = await call('GET', '/storage')
  const seen = {
    bytes: Number(usage['used']) - Number(archive['size']),
    files: Number(usage['file_count']) - 1,
    folders: Number(usage['folder_count']),
  }
  if (answer.status !== 201) {
    const left = Object.values(seen).some((count) => count > 0) || (await storedBlobs(context)) > blobsBefore
    return {
      kind: answer.code,
      note: answer.message,
      broken: [
        ...(left ? ['a refusal left files behind'] : []),
        ...(answer.status >= 500 ? [`it was answered with ${answer.status}`] : []),
      ],
    }
  }
  const [, files, folders] = /^Extracted (\d+) files? and (\d+) folders?/.exec(answer.message) ?? []
  const { data: folder } = await call('GET', `/folders/${String(answer.data['id'])}`)
  const agrees =
    seen.files === Number(files) &&
    seen.folders === Number(folders) + 1 &&
    seen.bytes === Number(folder['total_size'])
  return {
    kind: 'extracted',
    note: answer.message,
    broken: agrees ? [] : ['the message and the tree differ'],
  }
}

/** Runs the files service on its own database and folder, and sends it every archive. */
async function withArchives(run: (judge: Judge) => Promise<void>): Promise<void> {
  const dataDir = await mkdtemp(join(tmpdir(), 'bureau-corpus-'))
  const instance = await openInstance({ dataDir, env: { BUREAU_LOG_LEVEL: 'warn' }, purpose: 'server' })
  const { context } = instance
  const { clock, database, log, random } = context
  const counters = openMemoryCounters({ database, clock, log })
  const identity = openIdentity(context, { counters })
  try {
    const app = await openOrigin('files', {
      context,
      apiKeys: identity.apiKeys,
      sessions: identity.sessions,
      roles: new Set(roleNames),
      origin: { log, random, trustedProxies: 0, observe: () => undefined },
      filesUpstream: '',
    })
    await run((path) => judgeArchive(context, app, path))
    await app.close()
  } finally {
    await identity.close()
    await counters.close()
    await instance.close()
    await rm(dataDir, { recursive: true, force: true })
  }
}

/** Draws a thumbnail as the background job does; a file without a picture is not a broken promise. */
async function judgePicture(path: string): Promise<Outcome> {
  const { size } = await stat(path)
  if (!canHaveThumbnail(mediaTypeOf(basename(path)), size))
    return { kind: 'not taken', note: mediaTypeOf(basename(path)), broken: [] }
  try {
    const drawn = await drawThumbnail(createReadStream(path))
    return { kind: 'drawn', note: `${drawn.length} bytes`, broken: [] }
  } catch (error) {
    if (error instanceof NoPicture) return { kind: 'no picture', note: error.message, broken: [] }
    return { kind: 'failed', note: String(error), broken: ['a picture failed in another way'] }
  }
}

const corpora: Readonly<
  Record<
    string,
    { readonly pattern: string; readonly run: (use: (judge: Judge) => Promise<void>) => Promise<void> }
  >
> = {
  zip: { pattern: '**/*.zip', run: withArchives },
  images: { pattern: '**/*.*', run: (use) => use(judgePicture) },
}

async function filesIn(directory: string, pattern: string): Promise<string[]> {
  const paths: string[] = []
  for await (const entry of glob(pattern, { cwd: directory, withFileTypes: true }))
    if (entry.isFile()) paths.push(join(entry.parentPath, entry.name))
  return paths.toSorted()
}

/** Judges one file after another; false when a promise was broken. */
async function judgeAll(directory: string, paths: readonly string[], judge: Judge): Promise<boolean> {
  const kinds = new Map<string, number>()
  let brokenFiles = 0
  let slowest = { path: '', ms: 0 }
  for (const path of paths) {
    const started = monotonicMs()
    const { kind, note, broken } = await judge(path).catch((error: unknown): Outcome => ({
      kind: 'no answer',
      note: String(error),
      broken: ['it was not answered'],
    }))
    const ms = monotonicMs() - started
    if (ms > slowest.ms) slowest = { path, ms }
    if (broken.length > 0) brokenFiles += 1
    kinds.set(kind, (kinds.get(kind) ?? 0) + 1)
    const marks = broken.map((promise) => `  BROKEN: ${promise}`).join('')
    console.log(`${relative(directory, path)}: ${kind}  ${note}${marks}`)
  }
  const counts = [...kinds].toSorted(([, a], [, b]) => b - a).map(([kind, count]) => `${count} ${kind}`)
  console.log(`\n${paths.length} files: ${counts.join(', ')}.`)
  console.log(`Slowest: ${(slowest.ms / 1000).toFixed(1)} s, ${relative(directory, slowest.path)}.`)
  console.log(`Broken promises: ${brokenFiles}.`)
  return brokenFiles === 0
}

const [name = '', directory] = process.argv.slice(2)
const corpus = corpora[name]
if (!corpus || directory === undefined) {
  console.error(`Usage: npm run corpus -- ${Object.keys(corpora).join('|')} DIRECTORY`)
  process.exitCode = 2
} else {
  const paths = await filesIn(directory, corpus.pattern)
  await corpus.run(async (judge) => {
    if (!(await judgeAll(directory, paths, judge))) process.exitCode = 1
  })
}
