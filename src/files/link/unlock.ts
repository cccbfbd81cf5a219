import { setTimeout as delay } from 'node:timers/promises'
import type { Context } from '../../api/context.ts'
import { requireAttempt } from '../../api/pages/throttle.ts'
import { monotonicMs } from '../../platform/clock.ts'
import { resetThrottle, type ThrottledTarget } from '../../platform/limits/throttle/store.ts'
import { typedCode } from '../../platform/typed-code.ts'
import { MailLimitReached } from '../../platform/mail/limits.ts'
import { mailPerson } from '../../identity/mail/mail-person.ts'
import { passwordForm } from '../share/rules.ts'
import { codeMail, shareCode } from './mail.ts'
import { problem } from './problems.ts'
import { anywhereThrottles, guessThrottles, linkPath, mailThrottles } from './rules.ts'
import { consumeCode, replaceCode, takeCodeTry } from './store.ts'
import { flowKeysOf, noteAccess, type Visitor } from './visitor.ts'

/** Bounds the work of hashing. */
const passwordLengthMax = 2000
const codeDigits = 6
const codeMinutes = 10
const codeTries = 5
/** Hides whether a mail was sent. */
const addressAnswerMs = 250

const guesses = (kind: 'password' | 'code', { link, address }: Visitor): ThrottledTarget => ({
  target: `share.${kind}:${link.id}`,
  throttles: guessThrottles(address),
})

const guessesAnywhere = ({ address }: Visitor): ThrottledTarget => ({
  target: 'share.guess',
  throttles: anywhereThrottles(address),
})

async function requireGuess(context: Context, caller: Visitor, tries: ThrottledTarget): Promise<void> {
  await requireAttempt(context, flowKeysOf(caller), [tries, guessesAnywhere(caller)])
}

async function forgiveGuess({ database }: Context, caller: Visitor, tries: ThrottledTarget): Promise<void> {
  await resetThrottle(database, tries)
  await resetThrottle(database, guessesAnywhere(caller))
}

/** Throws `wrong_password` or `too_many_tries`. */
export async function checkPassword(context: Context, caller: Visitor, password: string): Promise<void> {
  const { link, proof } = caller
  const flowKeys = flowKeysOf(caller)
  const tries = guesses('password', caller)
  await requireGuess(context, caller, tries)
  const right =
    password.length <= passwordLengthMax &&
    (await context.passwords.verify(flowKeys, link.passwordHash ?? undefined, passwordForm(password)))
  if (!right) throw problem.wrong_password()
  await forgiveGuess(context, caller, tries)
  await recordUnlock(context, caller, 'password', proof.email)
}

/** Unlisted addresses are silently ignored. Throws `too_many_tries`. */
export async function mailCode(context: Context, caller: Visitor, email: string): Promise<void> {
  const { link, address } = caller
  const flowKeys = flowKeysOf(caller)
  const startedMs = monotonicMs()
  const throttles = mailThrottles(address, email)
  await requireAttempt(context, flowKeys, [{ target: `share.mail:${link.id}`, throttles }])
  const code = Math.floor(context.random.fraction() * 10 ** codeDigits)
    .toString()
    .padStart(codeDigits, '0')
  const hash = await context.passwords.hash(flowKeys, code)
  if (link.emails.includes(email)) await sendCode(context, caller, { to: email, code, hash })
  await delay(Math.max(0, addressAnswerMs - (monotonicMs() - startedMs)))
}

/** Over a limit of mails only the log says so: the response would reveal that the address is listed. */
async function sendCode(
  { clock, database, log, origins }: Context,
  { link: { id: linkId, version, workspaceId }, address }: Visitor,
  { to, code, hash }: { readonly to: string; readonly code: string; readonly hash: string },
): Promise<void> {
  const expiresAt = new Date(clock.now().getTime() + codeMinutes * 60_000)
  const mail = codeMail({ to, code, minutes: codeMinutes, url: `${origins.files}${linkPath(linkId)}` })
  try {
    await database.transaction(async (tx) => {
      await replaceCode(tx, { linkId, version, email: to, hash, tries: codeTries, expiresAt })
      await mailPerson(tx, mail, { kind: shareCode, scopeId: workspaceId, address })
    })
  } catch (error) {
    if (!(error instanceof MailLimitReached)) throw error
    log.warn({ workspace_id: workspaceId }, 'a code was not mailed: too many mails within the last hour')
  }
}

/** Throws `wrong_code` or `too_many_tries`. */
export async function checkCode(
  context: Context,
  caller: Visitor,
  email: string,
  typed: string,
): Promise<void> {
  const { database, clock, passwords } = context
  const { id: linkId, version } = caller.link
  const tries = guesses('code', caller)
  await requireGuess(context, caller, tries)
  const hash = await takeCodeTry(database, { linkId, version, email, now: clock.now() })
  const code = typedCode(typed).slice(0, 2 * codeDigits)
  const right = await passwords.verify(flowKeysOf(caller), hash, code)
  if (!right || hash === undefined || !(await consumeCode(database, linkId, email, hash)))
    throw problem.wrong_code()
  await forgiveGuess(context, caller, tries)
  await recordUnlock(context, caller, 'code', email)
}

async function recordUnlock(
  context: Context,
  { link: { id: linkId, workspaceId }, address }: Visitor,
  action: 'password' | 'code',
  email: string | null,
): Promise<void> {
  await noteAccess(context, {
    linkId,
    workspaceId,
    entryId: linkId,
    action,
    email,
    address,
    at: context.clock.now(),
  })
}
