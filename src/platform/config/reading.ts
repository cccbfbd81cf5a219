import { isIP } from 'node:net'
import { parseSecretKeys } from '../secrets/vault.ts'
import { type Reading, SettingProblem } from './setting.ts'

/** 0: any free port. */
export const port: Reading<number> = { ...wholeNumber(0, 65_535), type: 'port' }

export function wholeNumber(min: number, max: number): Reading<number> {
  return {
    type: `whole number, ${min} to ${max}`,
    read(text) {
      const value = /^\d{1,15}$/.test(text) ? Number(text) : NaN
      if (value >= min && value <= max) return value
      throw new SettingProblem(`must be a whole number from ${min} to ${max}.`)
    },
  }
}

export function choice<const Choice extends string>(choices: readonly Choice[]): Reading<Choice> {
  return {
    type: choices.join(', '),
    read(text) {
      const chosen = choices.find((name) => name === text.toLowerCase())
      if (chosen !== undefined) return chosen
      throw new SettingProblem(`must be one of ${choices.join(', ')}.`)
    },
  }
}

export const path: Reading<string> = { type: 'path', read: (given) => given }

export const text: Reading<string> = { type: 'text', read: (given) => given }

export const host: Reading<string> = {
  type: 'address or host name',
  read(text) {
    if (isIP(text) !== 0 || isHostName(text)) return text
    throw new SettingProblem('must be an IP address or a host name, without scheme or port.')
  },
}

function isHostName(text: string): boolean {
  return /^(?!-)[a-z0-9_-]{1,63}(\.(?!-)[a-z0-9_-]{1,63})*$/i.test(text)
}

function parseUrl(text: string, schemes: readonly string[]): URL {
  const url = URL.parse(text)
  if (url && schemes.includes(url.protocol.slice(0, -1)) && url.hostname !== '') return url
  throw new SettingProblem(
    `must be a URL that begins with ${schemes.map((name) => `${name}://`).join(' or ')}.`,
  )
}

export const origin: Reading<string> = {
  type: 'URL without path',
  read(text) {
    const url = parseUrl(text, ['http', 'https'])
    if (
      url.pathname === '/' &&
      url.search === '' &&
      url.hash === '' &&
      url.username === '' &&
      url.password === ''
    )
      return url.origin
    throw new SettingProblem('must be a URL with scheme, host and port only, like https://files.example.com.')
  },
}

export const addressPath: Reading<string> = {
  type: 'path of an address',
  read(text) {
    if (/^(?:\/[0-9A-Za-z_-]{1,100}){1,5}\/?$/.test(text)) return text.replace(/\/$/, '')
    throw new SettingProblem('must be a path of up to five plain names, like /bureau-blobs.')
  },
}

/** Returned verbatim, because a library parses it. */
export function url(schemes: readonly string[]): Reading<string> {
  return {
    type: schemes.map((scheme) => `\`${scheme}://\``).join(' or ') + ' URL',
    read(text) {
      parseUrl(text, schemes)
      return text.replace(/\/$/, '')
    },
  }
}

/** May lack a host (`postgres:///name?host=/run/postgresql`), so only the scheme is checked. */
export const postgresUrl: Reading<string> = {
  type: '`postgres://` URL',
  read(text) {
    if (/^postgres(ql)?:\/\//.test(text)) return text
    throw new SettingProblem('must be a URL that begins with postgres:// or postgresql://.')
  },
}

export function list(type: string, pattern: RegExp, entriesMax: number): Reading<readonly string[]> {
  return {
    type: `list of ${type}`,
    read(text) {
      const entries = [
        ...new Set(
          text
            .toLowerCase()
            .split(',')
            .map((entry) => entry.trim()),
        ),
      ]
      if (entries.length > entriesMax) throw new SettingProblem(`must have at most ${entriesMax} entries.`)
      const odd = entries.find((entry) => !pattern.test(entry))
      if (odd === undefined) return entries
      throw new SettingProblem(`must be a comma-separated list of ${type}; "${odd}" is invalid.`)
    },
  }
}

export const mailbox: Reading<{ readonly name: string; readonly address: string }> = {
  type: '`Name <address>`',
  read(text) {
    const match = /^(?:"?([^"<>\p{Cc}]*?)"?\s*<([^\s<>,;]+@[^\s<>,;@]+)>|([^\s<>,;"]+@[^\s<>,;@"]+))$/u.exec(
      text,
    )
    if (match) return { name: match[1] ?? '', address: match[2] ?? match[3] ?? '' }
    throw new SettingProblem('must be an address like bureau@example.com or Bureau <bureau@example.com>.')
  },
}

/** 32 bytes each, the active one first. */
export const secretKeys: Reading<readonly Buffer[]> = {
  type: 'list of base64 keys',
  read(text) {
    const keys = parseSecretKeys(text)
    if (keys) return keys
    throw new SettingProblem(
      'must be a comma-separated list of 32-byte keys in base64 (openssl rand -base64 32).',
    )
  },
}
