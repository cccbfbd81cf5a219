import { z } from 'zod'
import { resetThrottle } from '../../platform/limits/throttle/store.ts'
import { html } from '../../platform/pages/html.ts'
import type { Page } from '../../platform/pages/page.ts'
import { readCookie, writeCookie, type SealedCookie } from '../../platform/pages/sealed-cookie.ts'
import { visitorFlow } from '../limiters.ts'
import { PermitRefused } from '../../platform/concurrency/fair-limiter.ts'
import { BlobStoreUnavailable } from '../../platform/blobs/store.ts'
import { refusedAs } from '../field.ts'
import { Problem } from '../problem.ts'
import { goTo, send, show } from './answer.ts'
import { Refused, type AuthScheme } from '../auth-scheme.ts'
import { defineSite, type SitePage } from './page.ts'
import { definePageProblems } from './problems.ts'
import { requireAttempt } from './throttle.ts'

// Pages that behave in every way that mount.test.ts looks at.
const { problems, problem } = definePageProblems({
  unknown_path: [404, 'No such box', 'Look for another one.'],
  short_word: [400, 'Word needed', 'The word is too short.'],
  wrong_word: [403, 'Word needed', 'The word is wrong.'],
  sealed: [409, 'The box is sealed', 'Unseal it first.'],
  locked: [410, 'The way is locked', 'Take the front.', { words: 'To the front', path: '/front' }],
})

const cookie: SealedCookie<string> = {
  name: 'sample',
  value: z.string(),
  seconds: 60,
  sameSite: 'Strict',
}

const holder: AuthScheme<string> = {
  authenticate: ({ headers }, context) => {
    const caller = readCookie(context, cookie, 'box', headers.cookie)
    return Promise.resolve(
      caller === undefined
        ? { outcome: 'not-presented', refusal: new Refused('no_word') }
        : { outcome: 'authenticated', caller, cookies: ['held=yes; Path=/box'] },
    )
  },
}

export const sample = defineSite({
  name: 'boxes',
  prefix: '/box',
  origin: 'files',
  problems,
  schemes: { holder },
  challenge: () => goTo('/box/open'),
})

/** A site without a prefix: its pages begin with segments of their own. */
export const rootSample = defineSite({ ...sample.site, name: 'doors', prefix: '', schemes: {} })

export const rootPages: readonly SitePage[] = [
  rootSample.page('showFront', {
    method: 'GET',
    path: '/front',
    who: 'nobody',
    problems: [],
    handle: () =>
      Promise.resolve(
        show({ title: 'Front', main: html`<p>front</p>` }, { cookies: ['one=1; Path=/', 'two=2; Path=/'] }),
      ),
  }),
  rootSample.page('showBack', {
    method: 'GET',
    path: '/back/{key}',
    who: 'nobody',
    params: z.object({ key: z.string().regex(/^\d$/) }),
    problems: ['locked'],
    handle: () => Promise.reject(problem.locked()),
  }),
]

/** What the pages were seen to do. */
export const seen: string[] = []
const note = (what: string) => () => {
  seen.push(what)
  return Promise.resolve()
}

const wordPage = (fault = ''): Page => ({
  title: 'Word needed',
  form: true,
  main: html`<p>${fault}</p>
    <form method="post" action="/box/open"><input name="word" /></form>`,
})

const failures: Readonly<Record<string, () => Error>> = {
  unexpected: () => new Error('secret'),
  undeclared: () => new Problem('sealed', [409, 'secret']),
  busy: () => new PermitRefused('secret', 'full'),
  unreachable: () => new BlobStoreUnavailable('secret'),
}

export const samplePages: readonly SitePage[] = [
  sample.page('askWord', {
    method: 'GET',
    path: '/open',
    who: 'nobody',
    problems: [],
    handle: () => Promise.resolve(show(wordPage(), { seen: note('asked') })),
  }),
  sample.page('openBox', {
    method: 'POST',
    path: '/open',
    who: 'nobody',
    form: z.object({ word: refusedAs('short_word', z.string().min(2)) }),
    formLimits: { bytesMax: 1000, fieldsMax: 3, timeoutMs: 300 },
    problems: ['short_word', 'wrong_word', 'too_many_tries'],
    again: ({ message }) => wordPage(message),
    handle: async ({ form: { word } }, context) => {
      const { visit } = context
      const throttle = { free: 3, firstDelaySeconds: 8, delaySecondsMax: 8, forgetSeconds: 60 }
      const tries = { target: 'box', throttles: [{ subject: 'all', policy: throttle, shared: false }] }
      await requireAttempt(context, visitorFlow(visit.address, 'box'), [tries])
      if (word !== 'open') throw problem.wrong_word()
      await resetThrottle(context.database, tries)
      const content = { subject: 'box', value: word, path: '/box', origin: context.origins.files }
      return goTo('/box/inside', writeCookie(context, cookie, content))
    },
  }),
  sample.page('lookInside', {
    method: 'GET',
    path: ['/inside', '/inside/{drawer}'],
    who: 'holder',
    params: z.object({ drawer: z.string().regex(/^\d$/).optional() }),
    query: z.object({ page: z.coerce.number().int().catch(1) }),
    problems: [],
    handle: ({ params, query }, { caller }) =>
      Promise.resolve(
        show({ title: 'Inside', main: html`<p>${caller} ${params.drawer ?? 'all'} ${query.page}</p>` }),
      ),
  }),
  sample.page('fail', {
    method: 'GET',
    path: '/fail/{how}',
    who: 'nobody',
    params: z.object({ how: z.string() }),
    problems: [],
    handle: ({ params }) => Promise.reject(failures[params.how]?.() ?? problem.unknown_path()),
  }),
  sample.page('sealBox', {
    method: 'POST',
    path: '/seal',
    who: 'nobody',
    problems: ['sealed'],
    handle: () => Promise.reject(problem.sealed()),
  }),
  sample.page('takeBytes', {
    method: 'GET',
    path: '/bytes',
    who: 'nobody',
    problems: [],
    handle: () =>
      Promise.resolve(
        send(
          {
            sizeBytes: 10,
            etag: '"ten"',
            modifiedAt: new Date('2026-01-01T00:00:00Z'),
            mediaType: 'application/octet-stream',
            fileName: 'ten.bin',
            open: ({ start, end }) => Promise.resolve(pieces('0123456789'.slice(start, end + 1))),
          },
          { seen: note('taken') },
        ),
      ),
  }),
]

async function* pieces(text: string): AsyncGenerator<Uint8Array> {
  yield Promise.resolve(Buffer.from(text))
}
