import { execFileSync } from 'node:child_process'
import { randomBytes } from 'node:crypto'
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { messageOf, signatureOf } from '../src/webhooks/delivery/message.ts'
import { isInstalled } from './programs.ts'

const page = readFileSync(join(import.meta.dirname, '../docs/webhooks.md'), 'utf8')

const cell = (name: string): string => new RegExp(`^\\| ${name} \\| \`(.*)\` \\|$`, 'm').exec(page)?.[1] ?? ''
const vector = { secret: cell('secret'), body: cell('body'), signature: cell('signature') }
const sentAt = new Date('2026-11-21T10:00:00.000Z')

const sampleOf = (language: string): string => {
  const [, text] = new RegExp(`^\`\`\`${language}\\n([^]*?)^\`\`\`$`, 'm').exec(page) ?? []
  if (text === undefined) throw new Error(`The page has no sample in ${language}.`)
  return text
}

interface Delivery {
  readonly secret: string
  readonly body: string
  readonly signature: string
  readonly now?: Date
}

/** A delivery as the engine sends it. */
function delivered(): Delivery {
  const secret = randomBytes(32).toString('hex')
  const data = JSON.stringify({ name: 'Grüße 🪝 "\\\u2028</script>', size: 12, parent_id: null })
  const { headers, body } = messageOf({ id: 7, event: 'file.moved', workspaceId: 18, data }, secret, sentAt)
  return { secret, body, signature: headers['X-Service-Signature'] ?? '' }
}

const later = (seconds: number) => new Date(sentAt.getTime() + seconds * 1000)
const real = delivered()

const deliveries: readonly (readonly [what: string, event: string | null, delivery: Delivery])[] = [
  ['the test vector', 'file.renamed', vector],
  ['a real delivery', 'file.moved', real],
  ['nearly ten minutes later', 'file.renamed', { ...vector, now: later(599) }],
  ['a replay', null, { ...vector, now: later(601) }],
  ['a body with another event', null, { ...vector, body: vector.body.replace('renamed', 'deleted') }],
  ['a body with a space more', null, { ...vector, body: `${vector.body} ` }],
  ['an empty body', null, { ...vector, body: '' }],
  ['another secret', null, { ...vector, secret: real.secret }],
  ['the signature of another delivery', null, { ...vector, signature: real.signature }],
  ['a signature that is cut off', null, { ...vector, signature: vector.signature.slice(0, -1) }],
  ['a signature with more behind it', null, { ...vector, signature: `${vector.signature}00` }],
  ['a signature that is not ASCII', null, { ...vector, signature: 'é'.repeat(64) }],
  ['an empty signature', null, { ...vector, signature: '' }],
]

/** Reads the deliveries of standard input and prints the name of each event, null for one that is refused. */
const samples = {
  ts: {
    program: 'node',
    file: 'sample.ts',
    driver: `
import { text } from 'node:stream/consumers'
const cases = JSON.parse(await text(process.stdin))
const names = cases.map(({ secret, body, signature, now }) =>
  readEvent(secret, Buffer.from(body, 'base64'), signature, new Date(now))?.event ?? null)
console.log(JSON.stringify(names))`,
  },
  python: {
    program: 'python3',
    file: 'sample.py',
    driver: `
import base64, sys
def name(case):
    now = datetime.fromisoformat(case["now"].replace("Z", "+00:00"))
    event = read_event(case["secret"], base64.b64decode(case["body"]), case["signature"], now)
    return event["event"] if event else None
print(json.dumps([name(case) for case in json.load(sys.stdin)]))`,
  },
  php: {
    program: 'php',
    file: 'sample.php',
    driver: `
$name = fn(array $case) => read_event(
    $case['secret'], base64_decode($case['body']), $case['signature'], new DateTimeImmutable($case['now'])
)['event'] ?? null;
echo json_encode(array_map($name, json_decode(stream_get_contents(STDIN), true)));`,
  },
  ruby: {
    program: 'ruby',
    file: 'sample.rb',
    driver: `
names = JSON.parse($stdin.read).map do |c|
  event = read_event(c['secret'], c['body'].unpack1('m'), c['signature'], Time.iso8601(c['now']))
  event && event['event']
end
puts JSON.generate(names)`,
  },
} as const

test('the test vector of the page is what Bureau signs', () => {
  expect(vector.secret).toMatch(/^[0-9a-f]{64}$/)
  expect(signatureOf(vector.secret, vector.body)).toBe(vector.signature)
})

test('the page has a sample in five languages', () => {
  for (const language of [...Object.keys(samples), 'go']) expect(sampleOf(language)).toMatch(/sha256/i)
})

describe.each(Object.entries(samples))('the sample in %s', (language, { program, file, driver }) => {
  const isThere = program === 'node' || isInstalled(program)
  let directory: string
  beforeAll(() => {
    directory = mkdtempSync(join(tmpdir(), 'bureau-sample-'))
  })
  afterAll(() => rmSync(directory, { recursive: true }))

  test.skipIf(!isThere)('accepts what Bureau signed and refuses everything else', () => {
    const path = join(directory, file)
    writeFileSync(path, sampleOf(language) + driver)
    const cases = deliveries.map(([, , { secret, body, signature, now = sentAt }]) => ({
      secret,
      body: Buffer.from(body).toString('base64'),
      signature,
      now: now.toISOString(),
    }))
    const command = program === 'node' ? process.execPath : program
    const printed = execFileSync(command, [path], { input: JSON.stringify(cases), encoding: 'utf8' })
    const names = JSON.parse(printed) as (string | null)[]
    expect(deliveries.map(([what], at) => [what, names[at]])).toEqual(
      deliveries.map(([what, event]) => [what, event]),
    )
  })
})
