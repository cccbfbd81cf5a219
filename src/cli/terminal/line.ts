import type { Progress } from '../../platform/progress.ts'
import { visible } from '../../platform/visible.ts'
import { shownAmount, shownDuration } from './amount.ts'

export interface Look {
  readonly columns: number
  readonly color: boolean
  readonly unicode: boolean
}

interface State {
  readonly progress: Progress
  readonly perSecond: number | undefined
  /** Counts the drawings, for the spinner. */
  readonly frame: number
}

const barMax = 28
const barMin = 8

const signs = {
  unicode: { full: '█', empty: '░', spinner: '⠋⠙⠹⠸⠼⠴⠦⠧⠇⠏', ellipsis: '…' },
  ascii: { full: '#', empty: '.', spinner: String.raw`|/-\ `.trim(), ellipsis: '.' },
} as const

/** One line without its line break, shorter than the terminal is wide. */
export function progressLine(state: State, look: Look): string {
  const { progress } = state
  const { total } = progress
  const sign = look.unicode ? signs.unicode : signs.ascii
  const width = Math.max(1, look.columns - 1)
  const step = visible(progress.step).replaceAll(/\s+/g, ' ')
  if (total === undefined) {
    const turning = sign.spinner.charAt(state.frame % sign.spinner.length)
    return fit([[turning, step].join(' '), ...amounts(state)], width, sign.ellipsis)
  }
  const share = total <= 0 ? 1 : Math.min(1, Math.max(0, progress.done / total))
  const percent = `${Math.floor(share * 100)}%`.padStart(4)
  const parts = [...amounts(state)]
  // What tells least goes first when the terminal is narrow.
  for (;;) {
    const others = [step, percent, ...parts].join('  ').length
    const room = Math.min(barMax, width - others - 2)
    if (room >= barMin) {
      const full = Math.round(share * room)
      const bar = sign.full.repeat(full) + colored(sign.empty.repeat(room - full), look.color)
      return [step, bar, percent, ...parts].join('  ')
    }
    if (parts.pop() === undefined) return fit([step, percent.trim()], width, sign.ellipsis)
  }
}

const colored = (text: string, color: boolean): string =>
  color && text !== '' ? `\u001B[2m${text}\u001B[22m` : text

/** Amount, rate, and time left, as far as they are known. */
function amounts({ progress, perSecond }: State): string[] {
  const { done, total, unit } = progress
  const amount =
    total === undefined
      ? shownAmount(done, unit)
      : `${shownAmount(done, unit)} of ${shownAmount(total, unit)}`
  if (perSecond === undefined) return [amount]
  const rate = `${shownAmount(perSecond, unit)}/s`
  if (total === undefined || done >= total) return [amount, rate]
  return [amount, rate, `${shownDuration((total - done) / perSecond)} left`]
}

/** Leaves out parts from the end, and then shortens the first one. */
function fit(parts: readonly string[], width: number, ellipsis: string): string {
  const [first = '', ...others] = parts
  const line = parts.join('  ')
  if (line.length <= width) return line
  if (others.length > 0) return fit(parts.slice(0, -1), width, ellipsis)
  return width <= 1 ? first.slice(0, width) : `${first.slice(0, width - 1)}${ellipsis}`
}
