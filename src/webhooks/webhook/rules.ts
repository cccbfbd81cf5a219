import { characters } from '../../api/field.ts'
import { wildcard } from './catalog.ts'

export const webhooksMax = 20
export const nameCharactersMax = 120
export const urlCharactersMax = 2048

export const tooManyWebhooks = (count: number): boolean => count >= webhooksMax

export const isWebhookName = (name: string): boolean =>
  name.trim() !== '' && !/\p{Cc}/u.test(name) && characters(name) <= nameCharactersMax

export const isSubscription = (events: readonly string[]): boolean =>
  events.length === 1 || !events.includes(wildcard)

/** The fault in how a URL is written, as a sentence. `platform/outgoing` checks its host, now and at every attempt. */
export function checkUrl(text: string): string | undefined {
  if (characters(text) > urlCharactersMax)
    return `The URL must have at most ${urlCharactersMax.toLocaleString('en')} characters.`
  if (/[\s\p{Cc}\\]/u.test(text))
    return 'The URL must not contain spaces, control characters or backslashes. Remove them.'
  // Parsers accept `https:host` and `https:///host` too, and disagree about the host.
  const authority = /^https:\/\/([^/?#]+)/i.exec(text)?.[1]
  if (authority === undefined) return 'The URL must begin with https:// and name a host.'
  if (authority.includes('@')) return 'The URL must not contain a user name or password. Remove them.'
  const url = URL.parse(text)
  return url ? (checkPort(url) ?? checkHost(url, authority)) : 'The URL is not valid. Check it.'
}

function checkPort({ port }: URL): string | undefined {
  // The parser omits 443.
  const allowed = port === '' || Number(port) >= 1024
  return allowed ? undefined : 'The port must be 443, or from 1024 to 65535.'
}

/** Refuses spellings that hide an address, which the parser has decoded. */
function checkHost({ hostname }: URL, authority: string): string | undefined {
  const written = authority.replace(/:\d*$/, '').toLowerCase()
  if (written.includes('%')) return 'The host must not be percent-encoded. Write it in plain characters.'
  if (/(^|\.)(\.|$)/.test(hostname)) return 'The host must not begin or end with a dot. Remove it.'
  const isAddress = /^\d+(\.\d+){3}$/.test(hostname)
  return isAddress && written !== hostname
    ? `The address must be written as four decimal numbers: ${hostname}.`
    : undefined
}
