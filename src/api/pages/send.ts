import type { FastifyReply } from 'fastify'
import { planDownload } from '../../platform/http/download.ts'
import { sendDownload } from '../../platform/http/send-download.ts'
import { pageHeaders } from '../../platform/pages/headers.ts'
import { sendPage } from '../../platform/pages/send-page.ts'
import type { Context } from '../context.ts'
import type { PageAnswer } from './answer.ts'
import { answerProblem, problemFor } from './failure.ts'
import type { Site } from './page.ts'

interface Parts {
  readonly site: Site
  readonly context: Context
}

export async function sendAnswer(
  answer: PageAnswer,
  reply: FastifyReply,
  parts: Parts,
): Promise<FastifyReply> {
  setCookies(reply, answer.cookies)
  if (answer.kind === 'redirect') return reply.code(303).header('Location', answer.path).send()
  const seen = async () => {
    if (reply.request.method !== 'HEAD') await answer.seen?.()
  }
  if (answer.kind === 'download') return sendBytes(answer, seen, reply, parts)
  await seen()
  return sendPage(reply, 200, answer.page)
}

/** Appends to `Set-Cookie`; of two with one name, browsers keep the later. */
export function setCookies(reply: FastifyReply, cookies: readonly string[] = []): void {
  for (const cookie of cookies) reply.header('Set-Cookie', cookie)
}

/** Never sniffed or run; an `img` still shows what is an attachment. */
async function sendBytes(
  { file, cachedSeconds }: Extract<PageAnswer, { readonly kind: 'download' }>,
  seen: () => Promise<void>,
  reply: FastifyReply,
  { site, context }: Parts,
): Promise<FastifyReply> {
  const plan = planDownload(file, reply.request.headers)
  if ('fault' in plan) return answerProblem(site, problemFor(site, plan.fault), reply.headers(plan.headers))
  // Later ranges belong to a download that is already recorded.
  if ('range' in plan && plan.range.start === 0) await seen()
  const cache =
    cachedSeconds === undefined ? pageHeaders['Cache-Control'] : `private, max-age=${cachedSeconds}`
  const headers = { ...plan.headers, 'Cache-Control': cache }
  return sendDownload(reply, file, { ...plan, headers }, { log: context.log, accel: context.settings.accel })
}
