import type { FastifyInstance, FastifyReply, FastifyRequest, HTTPMethods } from 'fastify'
import { BlobStoreUnavailable } from '../../platform/blobs/store.ts'
import type { Context } from '../../api/context.ts'
import { planDownload, type Download } from '../../platform/http/download.ts'
import { boundDrain } from '../../api/exchange.ts'
import { Problem } from '../../api/problem.ts'
import { sendDownload } from '../../platform/http/send-download.ts'
import { pagePolicy, renderPage, type Page } from '../../platform/pages/page.ts'
import { PasswordsBusy } from '../../platform/secrets/password.ts'
import { answerDoor, type DoorAnswer } from './unlock.ts'
import { doorPage, noticePage, unavailablePage } from './unlock-page.ts'
import { askedOf } from './rules.ts'
import { entryDownload, entryPicture } from './entry-bytes.ts'
import { entryView } from './entry-view.ts'
import { passCookie } from './pass.ts'
import { isSameOrigin } from '../../platform/pages/same-origin.ts'
import { findCaller, findEntry, mayEnter, noteVisit } from './visit.ts'

/** Forms hold a password, or an address and a code. */
const formBytesMax = 16 * 1024

/** Said of every answer below /sl, whatever it is: nothing here is for frames, search engines or other sites. */
const guards = {
  'X-Content-Type-Options': 'nosniff',
  'X-Frame-Options': 'DENY',
  'X-Robots-Tag': 'noindex, nofollow',
  'Referrer-Policy': 'no-referrer',
  'Cross-Origin-Resource-Policy': 'same-origin',
  'Cache-Control': 'private, no-store',
} as const

type LinkRequest = FastifyRequest<{ Params: { link: string; entry?: string } }>
type Handler = (request: LinkRequest, reply: FastifyReply) => Promise<FastifyReply>

/**
 * The pages that visitors of share links see (docs/api/shares.md#pages): `/sl/<id>` and what is below it. Rendered
 * here, without scripts; opening a link changes nothing, only forms do.
 */
export async function mountSharePages(app: FastifyInstance, context: Context): Promise<void> {
  app.undecodable.set('/sl/', (reply) => void sendPage(reply.headers(guards), 404, unavailablePage))
  await app.register(
    (scope, _options, done) => {
      scope.removeAllContentTypeParsers()
      scope.addContentTypeParser(
        'application/x-www-form-urlencoded',
        { parseAs: 'string', bodyLimit: formBytesMax },
        (_request, body, parsed) => parsed(null, new URLSearchParams(String(body))),
      )
      // A body of another kind is no form of ours and is not read.
      scope.addContentTypeParser('*', (_request, _payload, parsed) => parsed(null))
      scope.addHook('onRequest', (request, reply, next) => {
        reply.headers(guards)
        reply.raw.once('finish', () => boundDrain(request))
        next()
      })
      scope.setErrorHandler((error, request, reply) => answerFailure(context, error, request, reply))
      scope.setNotFoundHandler((_request, reply) => sendPage(reply, 404, unavailablePage))
      addRoutes(scope, context)
      done()
    },
    { prefix: '/sl' },
  )
}

function addRoutes(scope: FastifyInstance, context: Context): void {
  const view: Handler = (request, reply) => showEntry(context, request, reply)
  const download: Handler = (request, reply) => sendEntry(context, request, reply)
  const preview: Handler = (request, reply) => sendPreview(context, request, reply)
  addPath(scope, '/:link', view, (request, reply) => judgeForm(context, request, reply))
  addPath(scope, '/:link/download', download)
  addPath(scope, '/:link/preview', preview)
  addPath(scope, '/:link/e/:entry', view)
  addPath(scope, '/:link/e/:entry/download', download)
  addPath(scope, '/:link/e/:entry/preview', preview)
}

const otherMethods: readonly HTTPMethods[] = ['POST', 'PUT', 'PATCH', 'DELETE', 'OPTIONS']

function addPath(scope: FastifyInstance, url: string, get: Handler, post?: Handler): void {
  scope.route({ method: ['GET', 'HEAD'], url, handler: get })
  if (post) scope.route({ method: 'POST', url, handler: post })
  const allowed = post ? 'GET, HEAD, POST' : 'GET, HEAD'
  scope.route({
    method: otherMethods.filter((method) => !(post && method === 'POST')),
    url,
    handler: (_request, reply) =>
      sendPage(
        reply.header('Allow', allowed),
        405,
        noticePage('That is not possible here', 'This address does not take such a request.'),
      ),
  })
}

function sendPage(reply: FastifyReply, status: number, page: Page): FastifyReply {
  return reply
    .code(status)
    .header('Content-Type', 'text/html; charset=utf-8')
    .header('Content-Security-Policy', pagePolicy)
    .send(renderPage(page))
}

const linkPath = (id: string): string => `/sl/${id}`
const goTo = (reply: FastifyReply, id: string): FastifyReply =>
  reply.code(303).header('Location', linkPath(id)).send()

async function showEntry(context: Context, request: LinkRequest, reply: FastifyReply): Promise<FastifyReply> {
  const { link: linkId, entry: entryId = linkId } = request.params
  const caller = await findCaller(context, request, linkId)
  if (!caller) return sendPage(reply, 404, unavailablePage)
  const asked = askedOf(caller.link, caller.pass)
  // Before the entry is looked for: whoever has not come in learns nothing of what is inside.
  if (asked !== 'nothing') return sendPage(reply, 200, doorPage(linkPath(linkId), { kind: asked }))
  const entry = await findEntry(context, caller, entryId)
  if (!entry) return sendPage(reply, 404, unavailablePage)
  const { page } = request.query as { page?: unknown }
  const shown = await entryView(context, caller, entry, page)
  if (request.method === 'GET') await noteVisit(context, caller, { action: 'view', entryId })
  return sendPage(reply, 200, shown)
}

async function sendEntry(context: Context, request: LinkRequest, reply: FastifyReply): Promise<FastifyReply> {
  const { link: linkId, entry: entryId = linkId } = request.params
  const caller = await findCaller(context, request, linkId)
  if (!caller) return sendPage(reply, 404, unavailablePage)
  if (!mayEnter(caller)) return goTo(reply, linkId)
  const entry = await findEntry(context, caller, entryId)
  const file = entry && (await entryDownload(context, caller, entry, request.exchange.signal()))
  if (!file) return sendPage(reply, 404, unavailablePage)
  return sendBytes(context, request, reply, file, () =>
    noteVisit(context, caller, { action: 'download', entryId }),
  )
}

async function sendPreview(
  context: Context,
  request: LinkRequest,
  reply: FastifyReply,
): Promise<FastifyReply> {
  const { link: linkId, entry: entryId = linkId } = request.params
  const caller = await findCaller(context, request, linkId)
  if (!caller) return sendPage(reply, 404, unavailablePage)
  if (!mayEnter(caller)) return goTo(reply, linkId)
  const entry = await findEntry(context, caller, entryId)
  const picture = entry && (await entryPicture(context, caller, entry))
  if (!picture) return sendPage(reply, 404, unavailablePage)
  return sendBytes(context, request, reply, picture, () =>
    noteVisit(context, caller, { action: 'preview', entryId }),
  )
}

/**
 * Always an attachment that nobody sniffs or runs; an `img` shows it all the same. `note` is told of the first bytes
 * only: the later ranges of a download are no visits of their own.
 */
async function sendBytes(
  context: Context,
  request: LinkRequest,
  reply: FastifyReply,
  file: Download,
  note: () => Promise<void>,
): Promise<FastifyReply> {
  const plan = planDownload(file, request.headers)
  if (plan.status === 416) {
    const page = noticePage('No such part', 'The file has no such range of bytes.')
    return sendPage(reply.headers(plan.headers), 416, page)
  }
  if ('range' in plan && plan.range.start === 0 && request.method !== 'HEAD') await note()
  const headers = { ...plan.headers, 'Cache-Control': guards['Cache-Control'] }
  return sendDownload(reply, file, { ...plan, headers }, { log: context.log, accel: context.settings.accel })
}

async function judgeForm(context: Context, request: LinkRequest, reply: FastifyReply): Promise<FastifyReply> {
  const { link: linkId } = request.params
  if (!isSameOrigin(request.headers, context.origins.files)) {
    const sentence = 'This form came from another site. Open the link itself and try again.'
    return sendPage(reply, 403, noticePage('That did not come from here', sentence))
  }
  const { body } = request
  if (!(body instanceof URLSearchParams)) {
    return sendPage(reply, 400, noticePage('That is no form', 'Open the link itself and try again.'))
  }
  const caller = await findCaller(context, request, linkId)
  if (!caller) return sendPage(reply, 404, unavailablePage)
  const answer = await answerDoor(context, caller, body)
  if (answer.kind !== 'pass') return askAgain(reply, linkId, answer)
  return goTo(reply.header('Set-Cookie', passCookie(context, caller.link, answer.pass)), linkId)
}

const faultStatus = { wrong: 403, malformed: 400, wait: 429 } as const

function askAgain(
  reply: FastifyReply,
  linkId: string,
  answer: Exclude<DoorAnswer, { readonly kind: 'pass' }>,
): FastifyReply {
  const { fault } = answer
  if (fault?.reason === 'wait') reply.header('Retry-After', String(fault.retrySeconds))
  return sendPage(reply, fault ? faultStatus[fault.reason] : 200, doorPage(linkPath(linkId), answer))
}

const busyRetrySeconds = 5

/** What is not as it should be, as a page; the cause of what nobody expected goes to the log only. */
function answerFailure(
  { log }: Context,
  error: unknown,
  request: FastifyRequest,
  reply: FastifyReply,
): FastifyReply | undefined {
  if (reply.sent || reply.raw.destroyed) return undefined
  for (const name of ['Content-Length', 'Content-Disposition', 'Content-Range', 'ETag', 'Last-Modified'])
    reply.removeHeader(name)
  if (error instanceof PasswordsBusy) {
    const page = noticePage('Many people are at this door', 'Try again in a few seconds.')
    return sendPage(reply.header('Retry-After', String(busyRetrySeconds)), 503, page)
  }
  if (error instanceof BlobStoreUnavailable) {
    log.warn({ err: error, request_id: request.id, page: 'share' }, 'refused')
    return sendPage(reply, 502, noticePage('This cannot be sent now', 'Try again in a few minutes.'))
  }
  if (error instanceof Problem) {
    return sendPage(reply, error.status, noticePage('This cannot be downloaded at once', error.message))
  }
  const { statusCode } = error as { statusCode?: unknown }
  if (typeof statusCode === 'number' && statusCode < 500) {
    return sendPage(reply, statusCode, noticePage('That is no form', 'Open the link itself and try again.'))
  }
  log.error({ err: error, request_id: request.id, page: 'share' }, 'failed')
  const sentence = `Try again later. If it stays like this, tell the sender that request ${request.id} failed.`
  return sendPage(reply, 500, noticePage('Something went wrong', sentence))
}
