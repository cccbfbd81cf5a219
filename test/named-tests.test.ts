import { globSync, readFileSync } from 'node:fs'
import { basename, join } from 'node:path'
import type { z } from 'zod'
import { describe, expect, test } from 'vitest'
import { accountsRows } from './accounts-rows.ts'
import { publishedServices } from '../tools/generate.ts'
import { codeIn, sharedCodes, type Endpoint } from '../src/api/endpoint.ts'
import { problemOf } from '../src/api/field.ts'
import { smsRows } from './sms-rows.ts'
import { webhookRows } from './webhook-rows.ts'

/** A file of tests, as these tests read it. */
interface TestFile {
  readonly path: string
  readonly name: string
  /** The titles of its tests and groups. */
  readonly titles: readonly string[]
  /** The title of its first group. */
  readonly subject: string | undefined
  /** Everything else in it. */
  readonly rest: string
}

const root = join(import.meta.dirname, '..')
const services = Object.values(publishedServices)
const endpoints = services.flatMap((published) => published.endpoints)

/** The text behind `test(` or `describe(`, or behind the second parenthesis of `test.each(…)(`. */
const titlePattern = /(?:\b(?:test|describe)|\))\(\s*(['"`])((?:\\.|(?!\1)[^\\])*)\1/g

const subjectPattern = /\bdescribe\(\s*(['"`])(.*?)\1/

/** A title over all services contains `${codes.missing_key}`, which is a different word for each of them. */
const spelledOut = (title: string): string =>
  title.replaceAll(/\$\{codes\.(\w+)\}/g, (_, reason: string) =>
    services
      .map(({ service }) => Object.entries(service.codes).find(([key]) => key === reason)?.[1])
      .join(' '),
  )

function read(path: string): TestFile {
  const text = readFileSync(join(root, path), 'utf8')
  const titles = [...text.matchAll(titlePattern)].map(([, , title = '']) => spelledOut(title))
  const subject = subjectPattern.exec(text)?.[2]
  return { path, name: basename(path), titles, subject, rest: text.replaceAll(titlePattern, '') }
}

const testFiles = globSync('{src,test}/**/*.test.ts', { cwd: root })
  .map((path) => path.replaceAll('\\', '/'))
  .toSorted()
  .map(read)

const says = (titles: readonly string[], word: string): boolean =>
  titles.some((title) => new RegExp(String.raw`\b${word}\b`).test(title))

const kebab = (id: string): string => id.replaceAll(/[A-Z]/g, (letter) => `-${letter.toLowerCase()}`)

/** Tests of an operation that a service adopted are those of the original, and those that name it there. */
const isOfService = ({ path }: TestFile, { service, original }: Endpoint): boolean =>
  [service, original?.service].some((each) => path.startsWith(`src/${each?.name}/`))

/** The endpoint that a file of tests is named after: `copyFile` of `copy-file.test.ts` and `copy-file-race.test.ts`. */
function ownerOf(file: TestFile): Endpoint | undefined {
  const stem = file.name.replace(/\.test\.ts$/, '')
  return endpoints
    .filter(({ original }) => !original)
    .filter((endpoint) => isOfService(file, endpoint) && `${stem}-`.startsWith(`${kebab(endpoint.id)}-`))
    .toSorted((a, b) => b.id.length - a.id.length)[0]
}

const owners = new Map(testFiles.map((file) => [file, ownerOf(file)]))

/** Tests of an endpoint: those in its own files, and those of its service that name the operation. */
const testsOf = (endpoint: Endpoint): readonly TestFile[] =>
  testFiles
    .filter((file) => isOfService(file, endpoint))
    .map((file) =>
      owners.get(file) === endpoint
        ? file
        : { ...file, titles: file.titles.filter((title) => says([title], endpoint.id)) },
    )
    .filter(({ titles }) => titles.length > 0)

/** Codes of an endpoint's own: declared, of its ids, of its extra limit. */
function codesOf(endpoint: Endpoint): readonly string[] {
  const { service, original } = endpoint
  const { problems, params, limit } = endpoint.definition
  const ids = Object.values<z.ZodType>(params?.shape ?? {})
  const refused = ids.flatMap((field) => problemOf(field) ?? []).map((code) => codeIn(endpoint, code))
  const limited = limit ? [service.codes['limit_reached'] ?? 'limit_reached'] : []
  const codes = new Set([...problems, ...refused, ...limited])
  // What the original promises is tested there.
  return [...codes].filter((code) => !original || !codesOf(original).includes(code))
}

/**
 * docs/api/files.md#limits and docs/api/uploads.md#limits: the limit, the test that covers it, and words of its title.
 * A new limit is a line here.
 */
const limits: readonly (readonly [limit: string, path: string, words: string])[] = [
  ['JSON body: 1 MB', 'limits.test.ts', 'a JSON body has 1 MB'],
  ['Paging: limit and offset', 'file/list-files.test.ts', 'a limit of 1 to 100 and an offset of 0 or more'],
  ['Paging: defaults', 'file/list-files.test.ts', 'has 20 items from the first on by default'],
  ['Paging: the whole listing', 'file/list-files.test.ts', 'stops at 5,000 items'],
  ['Simple upload: 5 GB', 'file/upload-file.test.ts', 'cannot fit or exceed 5 GB'],
  ['Chunked upload: 100 GB', 'upload/open-upload.test.ts', 'from 1 to 100 GiB'],
  ['Chunk size', 'upload/open-upload.test.ts', '5 MiB, 16 MiB above 1 GiB and 32 MiB above 20 GiB'],
  ['Idle session', 'upload/expire-uploads.test.ts', 'without activity for 7 days'],
  ['Copy: items', 'file/copy-file.test.ts', 'of 10,000 items works, of one more is too_many_items'],
  ['Compress: items', 'archive/compress-file.test.ts', 'more than 10,000 items is too_many_items'],
  ['Compress: input', 'archive/compress-file.test.ts', 'more than 10 GB is too_large'],
  ['Compress: free space', 'archive/compress-file.test.ts', 'does not fit the quota is quota_exceeded'],
  [
    'Unzip: entries',
    'unzip/unzip-file-limits.test.ts',
    'has 10,000 entries, with one more it is too_many_items',
  ],
  [
    'Unzip: content',
    'unzip/unzip-file-limits.test.ts',
    'has 10 GB uncompressed, with one byte more it is too_large',
  ],
  [
    'Unzip: free space',
    'unzip/unzip-file-refusals.test.ts',
    'larger than the free space, to the byte: quota_exceeded',
  ],
  ['Gateway request time', '../gateway/routes.test.ts', 'has 60 seconds at the gateway'],
  ['Share emails', 'share/create-share.test.ts', 'takes 100 addresses, 101 are share_failed'],
  ['Workspace name: created', 'workspace/create-workspace.test.ts', 'a name of 100 characters'],
  ['Workspace name: renamed', 'workspace/rename-workspace.test.ts', 'takes 100 characters'],
  [
    'Key caps: each request',
    '../identity/schemes/api-key-limits.test.ts',
    'count every authenticated request once',
  ],
  ['Key caps: each chunk', 'limits.test.ts', 'each chunk of an upload counts once'],
  ['Key caps: minute', '../identity/schemes/api-key-limits.test.ts', 'rate_limited beyond the minute'],
  [
    'Key caps: day',
    '../identity/schemes/api-key-limits.test.ts',
    'rate_limited beyond the day, which rolls over 24 hours',
  ],
  ['Search', 'search/search-files.test.ts', 'rate_limited after 60 in a minute with a key and 120 of a user'],
  ['Copy, compress, unzip', 'limits.test.ts', '30 in ten minutes for a key, 60 for a user'],
  [
    'Open a session',
    'upload/open-upload.test.ts',
    '300 times in 10 minutes with one key, 600 with all of a user',
  ],
]

/** The tables of docs/api/iam.md, row by row: the row, the test that covers it, and words of its title. */
const peopleRows: readonly (readonly [row: string, path: string, words: string])[] = [
  ['Roles: list members', 'member/list-members.test.ts', 'needs only iam:read, whatever the role'],
  ['Roles: list invitations', 'invite/list-invites.test.ts', 'is not_admin for a member'],
  ['Roles: list codes', 'invite-code/list-invite-codes.test.ts', 'is not_admin for a member'],
  ['Roles: invite a member', 'member/invite-member.test.ts', 'by a member is not_admin'],
  ['Roles: cancel', 'invite/delete-invite.test.ts', 'is not_admin for a member'],
  ['Roles: create a code', 'invite-code/create-invite-code.test.ts', 'is not_admin for a member'],
  ['Roles: revoke a code', 'invite-code/delete-invite-code.test.ts', 'is not_admin for a member'],
  ['Roles: remove', 'member/delete-member.test.ts', 'by a member is not_admin'],
  ['Roles: invite an admin', 'member/invite-member.test.ts', 'as admin is owner_required for an admin'],
  ['Roles: change a role', 'member/update-member.test.ts', 'is owner_required for an admin'],
  ['Roles: of this moment', 'member/update-member.test.ts', 'is seen by the next request of a key'],
  ['Roles: at the same moment', 'member/invite-member.test.ts', 'and the demotion of the inviter never both'],
  ['Entry: active', 'member/list-members.test.ts', 'shows every field of an active member'],
  [
    'Entry: pending',
    'member/list-members.test.ts',
    'with its invite_id as user_id, without name and joined_at',
  ],
  ['Entry: name', 'member/list-members.test.ts', 'puts first and last name together'],
  ['Entry: order', 'member/list-members.test.ts', 'has the owner first, members as they joined'],
  ['Entry: invitation', 'invite/list-invites.test.ts', 'has every field of an invitation, newest first'],
  [
    'Entry: invite code',
    'invite-code/create-invite-code.test.ts',
    'with a code and its link on the files origin',
  ],
  ['State: invited', 'member/invite-member.test.ts', 'mails a link that works for 14 days'],
  ['State: invited again', 'member/invite-member.test.ts', 'sends a fresh link with the new role'],
  ['State: accepted', '../identity/join/accept-invitation.test.ts', 'joins with the invited role'],
  ['State: expired', 'invite/list-invites.test.ts', 'keeps an expired invitation until it is sent again'],
  ['State: cancelled', 'invite/delete-invite.test.ts', 'the invitation is gone and its link stops working'],
  [
    'State: role changed',
    'member/update-member.test.ts',
    'emits member.role_changed with user_id and new_role',
  ],
  ['State: removed', 'member/delete-member.test.ts', 'emits member.removed with user_id'],
  ['State: keys of a removed member', 'member/delete-member.test.ts', 'stops all keys of the member'],
  ['State: code used', '../identity/join/use-code.test.ts', 'makes a member of the first person'],
  ['State: code revoked', 'invite-code/delete-invite-code.test.ts', 'the link stops working'],
  ['Limit: recipient', 'member/invite-member.test.ts', 'sends three mails a day: invite_rate_limited'],
  ['Limit: inviter', 'member/invite-member.test.ts', 'sends 20 an hour for one inviter'],
  ['Limit: workspace', 'member/invite-member.test.ts', 'sends 100 a day for one workspace'],
  ['Limit: mailbox', 'member/invite-member.test.ts', 'too many mails of all organizations'],
  ['Limit: pending', 'member/invite-member.test.ts', 'keeps 200 pending invitations'],
  ['Limit: codes', 'invite-code/create-invite-code.test.ts', 'keeps 50 unused codes'],
  ['Limit: link', '../identity/join/accept-invitation.test.ts', '14 days after it was sent'],
  ['Alias: every route', '../files/workspace/people.test.ts', 'are cross_workspace elsewhere'],
  ['Alias: limits', '../files/workspace/people.test.ts', 'count together with those of the IAM API'],
]

/** docs/api/accounts.md#limits */
const provisioningLimits: typeof limits = [
  ['Key: caps', '../identity/schemes/api-key.test.ts', 'works with 30 and 1,000 at most'],
  ['Account: minute', '../identity/schemes/api-key.test.ts', 'other keys: 60 a minute'],
  ['Account: day', '../identity/schemes/api-key.test.ts', 'have 2,000 calls in 24 hours together'],
  ['New accounts', 'user/create-user.test.ts', '201st account of 24 hours'],
  ['New accounts: both kinds', 'user/create-business.test.ts', '201st account of 24 hours'],
  ['Invited again', 'user/invite-member.test.ts', 'within 10 minutes as invite_recently_sent'],
  ['Reset mails', 'user/reset-password.test.ts', 'sends 5 mails an hour to an address'],
  ['Body', 'service.test.ts', 'a body of 64 KB'],
  ['Names', 'user/create-user.test.ts', 'cuts them off after 80 characters'],
  ['Phone', 'user/create-user.test.ts', 'stores 40 characters of a phone'],
  ['Link: set password', 'user/create-user.test.ts', 'mails one link for 72 hours'],
  ['Link: invitation', 'user/invite-member.test.ts', 'mails a link for 14 days'],
  ['Link: reset', 'user/reset-password.test.ts', 'mails a link for 30 minutes'],
  ['Storage: personal', 'user/create-user.test.ts', 'personal workspace of 5 GB'],
  ['Storage: organization', 'user/create-business.test.ts', 'organization of 10 GB'],
  ['Limits cannot be checked', 'service.test.ts', 'are rate_limit_unavailable, and nothing is done'],
]

describe('a test is named after', () => {
  test('every endpoint', () => {
    const owned = new Set(owners.values())
    const isNamed = (endpoint: Endpoint) =>
      endpoint.original ? testsOf(endpoint).length > 0 : owned.has(endpoint)
    expect(endpoints.filter((endpoint) => !isNamed(endpoint)).map(({ id }) => id)).toEqual([])
  })

  test('every endpoint, and begins with its operation', () => {
    const nameless = endpoints.filter(
      (endpoint) =>
        !testFiles.some(
          (file) =>
            isOfService(file, endpoint) &&
            file.name === `${kebab(endpoint.id)}.test.ts` &&
            file.subject?.split(' ')[0] === endpoint.id,
        ),
    )
    expect(nameless.map(({ service, id }) => `${service.name} ${id}`)).toEqual([])
  })

  test('every code of every endpoint', () => {
    const unnamed = endpoints.flatMap((endpoint) => {
      const tests = testsOf(endpoint)
      // A title promises nothing unless the test also mentions the code.
      const isNamed = (code: string) =>
        tests.some(({ titles, rest }) => says(titles, code) && rest.includes(`'${code}'`))
      return codesOf(endpoint)
        .filter((code) => !isNamed(code))
        .map((code) => `${endpoint.service.name} ${endpoint.id}: ${code}`)
    })
    expect(unnamed).toEqual([])
  })

  test('every code that all endpoints of a service share', () => {
    const titles = testFiles.flatMap((file) => file.titles)
    const unnamed = services
      .filter((published) => published.endpoints.length > 0)
      .flatMap(({ service }) =>
        [...sharedCodes(service)]
          .filter((code) => !says(titles, code))
          .map((code) => `${service.name}: ${code}`),
      )
    expect(unnamed).toEqual([])
  })

  test.each([
    ['limit of the files API', 'src/files', limits],
    ['row of the tables of the SMS API', 'src/sms', smsRows],
    ['row of the tables of webhooks', 'src/files', webhookRows],
    ['row of the tables of the IAM API', 'src/iam', peopleRows],
    ['limit of the provisioning API', 'src/provisioning', provisioningLimits],
    ['other row of the tables of accounts', '', accountsRows],
  ] as const)('every %s', (_, folder, rows) => {
    const titlesIn = new Map(testFiles.map(({ path, titles }) => [path, titles]))
    const unnamed = rows
      .map(([row, path, words]) => [row, join(folder, path), words] as const)
      .filter(([, path, words]) => !titlesIn.get(path)?.some((title) => title.includes(words)))
      .map(([row, path]) => `${row}: ${path}`)
    expect(unnamed).toEqual([])
  })
})
