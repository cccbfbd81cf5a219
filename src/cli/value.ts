import { z } from 'zod'
import { parseEmail } from '../identity/email.ts'
import { isBlankName, isName } from '../identity/name.ts'
import { characters } from '../api/field.ts'

export interface Value<Type> {
  /** Placeholder in the help: `ID`, `N`. */
  readonly placeholder: string
  /** All texts that it takes, if they are few. */
  readonly choices?: readonly string[]
  /** Takes several, separated by commas. */
  readonly isList?: true
  /** Throws `ValueProblem` for an invalid text. */
  readonly read: (text: string) => Type
}

/** The message ends a sentence that begins with the name of the option. */
export class ValueProblem extends Error {
  override readonly name = 'ValueProblem'
}

export const int4Max = 2_147_483_647

export function wholeNumber(min: number, max: number, placeholder = 'N'): Value<number> {
  return {
    placeholder,
    read(text) {
      const value = /^\d{1,16}$/.test(text) ? Number(text) : NaN
      if (Number.isSafeInteger(value) && value >= min && value <= max) return value
      throw new ValueProblem(`must be a whole number from ${min} to ${max}.`)
    },
  }
}

export function numberOrUnlimited(min: number, max: number): Value<number | null> {
  const number = wholeNumber(min, max)
  return {
    placeholder: 'N|unlimited',
    read: (text) => (text === 'unlimited' ? null : number.read(text)),
  }
}

export const id: Value<number> = {
  placeholder: 'ID',
  read(text) {
    const value = /^\d{1,16}$/.test(text) ? Number(text) : NaN
    if (Number.isSafeInteger(value) && value > 0) return value
    throw new ValueProblem('must be an id: a whole number from 1.')
  },
}

export const fraction: Value<number> = {
  placeholder: 'F',
  read(text) {
    const value = /^(?:\d{1,3}(?:\.\d{1,18})?|\.\d{1,18})$/.test(text) ? Number(text) : NaN
    if (value >= 0 && value <= 1) return value
    throw new ValueProblem('must be a number from 0 to 1, like 0.25.')
  },
}

export const bytesOrUnlimited: Value<number | null> = {
  placeholder: 'BYTES',
  read(text) {
    if (text === 'unlimited') return null
    const value = /^\d{1,16}$/.test(text) ? Number(text) : NaN
    if (Number.isSafeInteger(value)) return value
    throw new ValueProblem('must be a whole number of bytes, or unlimited.')
  },
}

/** One line of text, as names are: trimmed, not blank, without control or formatting characters. */
export function line(charactersMax: number, placeholder: string): Value<string> {
  return {
    placeholder,
    read(text) {
      const trimmed = text.trim()
      if (isBlankName(trimmed)) throw new ValueProblem('must not be blank.')
      if (characters(trimmed) > charactersMax)
        throw new ValueProblem(`must have at most ${charactersMax} characters.`)
      if (!isName(trimmed, charactersMax) || !trimmed.isWellFormed())
        throw new ValueProblem('must be text on one line, without control or formatting characters.')
      return trimmed
    },
  }
}

export const words = (placeholder: string): Value<string> => ({
  placeholder,
  read(text) {
    if (text === '') throw new ValueProblem('must not be empty.')
    return text
  },
})

export const email: Value<string> = {
  placeholder: 'EMAIL',
  read(text) {
    const address = parseEmail(text)
    if (address !== undefined) return address
    throw new ValueProblem('must be an e-mail address.')
  },
}

const passwordCharactersMin = 8
const passwordCharactersMax = 200

export const password: Value<string> = {
  placeholder: 'PASSWORD',
  read(text) {
    const length = characters(text)
    if (length >= passwordCharactersMin && length <= passwordCharactersMax) return text
    throw new ValueProblem(`must have ${passwordCharactersMin} to ${passwordCharactersMax} characters.`)
  },
}

const instantSchema = z.union([z.iso.date(), z.iso.datetime({ offset: true })])

/** A date is its first moment in UTC. */
export const isoTime: Value<Date> = {
  placeholder: 'ISO',
  read(text) {
    const time = instantSchema.safeParse(text)
    if (time.success) return new Date(time.data)
    throw new ValueProblem(
      'must be a time with a zone, like 2026-12-31T18:00:00Z, or a date, like 2026-12-31.',
    )
  },
}

export const isoTimeOrNever: Value<Date | null> = {
  placeholder: 'ISO|never',
  read: (text) => (text === 'never' ? null : isoTime.read(text)),
}

const secondsOf = { s: 1, m: 60, h: 3600, d: 86_400 } as const

/** Seconds, written with or without a unit. */
export function duration(secondsMax: number): Value<number> {
  return {
    placeholder: 'TIME',
    read(text) {
      const [, count, unit = 's'] = /^(\d{1,9})([smhd])?$/.exec(text) ?? []
      const seconds = Number(count) * secondsOf[unit as keyof typeof secondsOf]
      if (seconds <= secondsMax) return seconds
      throw new ValueProblem(`must be a time like 30m, 24h or 7d, at most ${secondsMax / secondsOf.d}d.`)
    },
  }
}

export const month: Value<{ readonly year: number; readonly month: number; readonly text: string }> = {
  placeholder: 'YYYY-MM',
  read(text) {
    const [, year, month] = /^((?:19|20|21)\d\d)-(0[1-9]|1[0-2])$/.exec(text) ?? []
    if (year !== undefined && month !== undefined) return { year: Number(year), month: Number(month), text }
    throw new ValueProblem('must be a month, like 2026-03.')
  },
}

export function choice<const Choice extends string>(
  choices: readonly Choice[],
  placeholder = choices.join('|'),
): Value<Choice> {
  return {
    placeholder,
    choices,
    read(text) {
      const chosen = choices.find((name) => name === text)
      if (chosen !== undefined) return chosen
      throw new ValueProblem(`must be ${alternatives(choices)}.`)
    },
  }
}

function alternatives(choices: readonly string[]): string {
  if (choices.length < 3) return choices.join(' or ')
  return `${choices.slice(0, -1).join(', ')}, or ${choices.at(-1)}`
}

function switchOf(on: string, off: string): Value<boolean> {
  const both = choice([on, off])
  return { ...both, read: (text) => both.read(text) === on }
}

export const yesNo = switchOf('yes', 'no')
export const onOff = switchOf('on', 'off')

/** Comma-separated texts, trimmed; an empty text is an empty list. */
export function list<Type>(item: Value<Type>): Value<readonly Type[]> {
  return {
    placeholder: `${item.placeholder},…`,
    isList: true,
    ...(item.choices && { choices: item.choices }),
    read: (text) =>
      text
        .split(',')
        .map((part) => part.trim())
        .filter((part) => part !== '')
        .map(item.read),
  }
}
