import { definePageProblems } from '../api/pages/problems.ts'
import { passwordFaultSentences, type PasswordFault } from '../identity/password/rules.ts'
import type { Fault } from '../platform/pages/field.ts'
import type { Problem } from '../api/problem.ts'

const logIn = { words: 'Log in', path: '/login' } as const
const newLink = { words: 'Ask for a new link', path: '/forgot' } as const
const passwordNeeded = 'Choose another password'

export const { problems, problem } = definePageProblems({
  unknown_path: [
    404,
    'This link does not work',
    'Open the link in the mail itself, or copy all of it. If it still fails, ask for a new one.',
    logIn,
  ],
  malformed_email: [400, 'E-mail address needed', 'This is not an e-mail address. Check it and try again.'],
  missing_name: [400, 'Name needed', 'Enter your first and last name, with up to 80 characters each.'],
  short_password: [400, passwordNeeded, passwordFaultSentences.short],
  long_password: [400, passwordNeeded, passwordFaultSentences.long],
  address_password: [400, passwordNeeded, passwordFaultSentences.address],
  common_password: [400, passwordNeeded, passwordFaultSentences.common],
  // Also for unknown addresses and for accounts that are disabled or have no password.
  wrong_login: [403, 'Log in', 'The e-mail address or the password is wrong. Check both and try again.'],
  wrong_password: [403, 'Password needed', 'The password is wrong. Check it and try again.'],
  wrong_code: [
    403,
    'Code needed',
    'The code is wrong or was used already. Wait for the next one and try again.',
  ],
  invitation_for_another: [
    403,
    'This invitation is for somebody else',
    'Log in with the account that it was sent to.',
  ],
  account_exists: [
    409,
    'There is an account for this address',
    'It was created a moment ago. Open the link in the mail again and log in.',
  ],
  link_used: [
    410,
    'This link was used already',
    'It works once. Log in with the password that was set with it, or ask for a new link.',
    logIn,
  ],
  link_expired: [
    410,
    'This link has expired',
    'A new one takes a minute: we send it to your address.',
    newLink,
  ],
  link_revoked: [
    410,
    'This link does not work any more',
    'A newer one was sent, or the password was set since. Open the newest mail, or ask for a new link.',
    newLink,
  ],
  invitation_used: [
    410,
    'This invitation was accepted already',
    'Log in to see the workspace. If it was not you, tell the person who invited you.',
    logIn,
  ],
  invitation_expired: [
    410,
    'This invitation has expired',
    'Invitations work for 14 days. Ask the person who invited you for a new one.',
  ],
  invitation_revoked: [
    410,
    'This invitation does not work any more',
    'It was cancelled, or a newer one was sent. Open the newest mail, or ask the person who invited you.',
  ],
  code_used: [
    410,
    'This join link was used already',
    'It lets one person in. Ask the person who gave it to you for another one.',
  ],
  code_revoked: [410, 'This join link was withdrawn', 'Ask the person who gave it to you for another one.'],
})

type Code = keyof typeof problems

export const passwordCodes = {
  short: 'short_password',
  long: 'long_password',
  address: 'address_password',
  common: 'common_password',
} as const satisfies Readonly<Record<PasswordFault, Code>>

const fields: Readonly<Partial<Record<string, string>>> = {
  malformed_email: 'email',
  missing_name: 'first_name',
  short_password: 'password',
  long_password: 'password',
  address_password: 'password',
  common_password: 'password',
  wrong_login: 'password',
  wrong_password: 'password',
  wrong_code: 'code',
}

export const faultOf = ({ code, message }: Problem): Fault => ({ sentence: message, field: fields[code] })
