import { setTimeout as delay } from 'node:timers/promises'
import { monotonicMs } from '../../platform/clock.ts'
import type { Context } from '../../api/context.ts'
import { askedOf, guessGates, mailGates, type Pass, type TryGate } from './rules.ts'
import {
  consumeCode,
  forgiveTry,
  noteAccess,
  replaceCode,
  takeCodeTry,
  takeTry,
  type TryKind,
} from './store.ts'
import { codeMail } from './mail.ts'
import { normalisedEmail, passwordForm } from '../share/rules.ts'
import type { Link } from '../share/store.ts'
import { sendMail } from '../../platform/mail/send-mail.ts'

/** A visitor before a link, with what he has proved so far. */
export interface Caller {
  readonly link: Link
  readonly pass: Pass
  readonly address: string
}

/** What became of what a visitor typed. */
export type DoorAnswer =
  | { readonly kind: 'pass'; readonly pass: Pass }
  | { readonly kind: 'password'; readonly fault?: DoorFault }
  | { readonly kind: 'address'; readonly fault?: DoorFault }
  | { readonly kind: 'code'; readonly email: string; readonly fault?: DoorFault }

export type DoorFault =
  | { readonly reason: 'wrong' | 'malformed' }
  | { readonly reason: 'wait'; readonly retrySeconds: number }

/** Nobody types more; the form itself is bounded too. */
const passwordLengthMax = 2000
const codeDigits = 6
const codeMinutes = 10
const codeTries = 5
/** The answer to an address takes this long, whether a mail is on its way or not. */
const addressAnswerMs = 250

/** Judges the form of a link. What it asks for is decided by the link and the pass, not by what the form says it is. */
export function answerDoor(
  context: Context,
  caller: Caller,
  form: URLSearchParams,
): Promise<DoorAnswer> | DoorAnswer {
  const asked = askedOf(caller.link, caller.pass)
  if (asked === 'nothing') return { kind: 'pass', pass: caller.pass }
  if (asked === 'password') return tryPassword(context, caller, form.get('password') ?? '')
  const email = normalisedEmail(form.get('email') ?? '')
  if (email === undefined) return { kind: 'address', fault: { reason: 'malformed' } }
  const code = form.get('code')
  return code === null ? sendCode(context, caller, email) : tryCode(context, caller, email, code)
}

async function tryPassword(context: Context, caller: Caller, password: string): Promise<DoorAnswer> {
  const { link, pass } = caller
  const refused = await claim(context, caller, 'password', guessGates(caller.address))
  if (refused) return { kind: 'password', fault: refused }
  const right =
    password.length <= passwordLengthMax &&
    (await context.passwords.verify(link.passwordHash ?? undefined, passwordForm(password)))
  if (!right) return { kind: 'password', fault: { reason: 'wrong' } }
  await welcome(context, caller, 'password', pass.email)
  return { kind: 'pass', pass: { ...pass, password: true } }
}

/** Mails a code to a listed address. Of one that is not listed nothing can be told from the answer. */
async function sendCode(context: Context, caller: Caller, email: string): Promise<DoorAnswer> {
  const startedMs = monotonicMs()
  const refused = await claim(context, caller, 'mail', mailGates(caller.address, email))
  if (refused) return { kind: 'address', fault: refused }
  const { link } = caller
  const code = Math.floor(context.random.fraction() * 10 ** codeDigits)
    .toString()
    .padStart(codeDigits, '0')
  const hash = await context.passwords.hash(code)
  if (link.emails.includes(email)) {
    await context.database.transaction(async (tx) => {
      const expiresAt = new Date(context.clock.now().getTime() + codeMinutes * 60_000)
      await replaceCode(tx, {
        linkId: link.id,
        version: link.version,
        email,
        hash,
        tries: codeTries,
        expiresAt,
      })
      await sendMail(tx, codeMail({ to: email, code, minutes: codeMinutes, url: urlOf(context, link) }))
    })
  }
  await delay(Math.max(0, addressAnswerMs - (monotonicMs() - startedMs)))
  return { kind: 'code', email }
}

async function tryCode(context: Context, caller: Caller, email: string, typed: string): Promise<DoorAnswer> {
  const { link, pass } = caller
  const refused = await claim(context, caller, 'code', guessGates(caller.address))
  if (refused) return { kind: 'code', email, fault: refused }
  const wrong: DoorAnswer = { kind: 'code', email, fault: { reason: 'wrong' } }
  const { id: linkId, version } = link
  const hash = await takeCodeTry(context.database, { linkId, version, email, now: context.clock.now() })
  const code = typed.replaceAll(/[\s-]/g, '').slice(0, 2 * codeDigits)
  if (!(await context.passwords.verify(hash, code)) || hash === undefined) return wrong
  if (!(await consumeCode(context.database, linkId, email, hash))) return wrong
  await welcome(context, caller, 'code', email)
  return { kind: 'pass', pass: { ...pass, email } }
}

/** Counts a try; what it answers means that the try has to wait. */
async function claim(
  { database, clock }: Context,
  { link }: Caller,
  kind: TryKind,
  gates: readonly TryGate[],
): Promise<DoorFault | undefined> {
  const retrySeconds = await takeTry(database, { linkId: link.id, kind, gates, now: clock.now() })
  return retrySeconds > 0 ? { reason: 'wait', retrySeconds } : undefined
}

async function welcome(
  { database, clock }: Context,
  { link, address }: Caller,
  kind: 'password' | 'code',
  email: string | null,
): Promise<void> {
  await forgiveTry(database, { linkId: link.id, kind, gates: guessGates(address) })
  const { id: linkId, workspaceId } = link
  const access = { linkId, workspaceId, entryId: linkId, action: kind, email, address, at: clock.now() }
  await noteAccess(database, access)
}

const urlOf = ({ origins }: Pick<Context, 'origins'>, link: Link): string => `${origins.files}/sl/${link.id}`
