import { styleText } from 'node:util'
import { visible } from '../visible.ts'

const colours = { debug: 'gray', info: 'green', warn: 'yellow', error: 'red' } as const

const unshown = new Set(['time', 'level', 'pid', 'msg', 'err'])

/** `14:03:22 info  The server stops. pid=17` */
export function readableLine(json: string): string {
  const fields = JSON.parse(json) as Readonly<Record<string, unknown>>
  const time = new Date(String(fields['time'])).toTimeString().slice(0, 8)
  const more = Object.entries(fields)
    .filter(([name]) => !unshown.has(name))
    .map(([name, value]) => paint('gray', `${name}=${valueText(value)}`))
  const parts = [paint('gray', time), levelText(String(fields['level'])), oneLine(String(fields['msg']))]
  return `${[...parts, ...errorText(fields['err']), ...more].join(' ')}\n`
}

const paint = (colour: 'gray' | 'green' | 'yellow' | 'red', text: string): string =>
  styleText(colour, text, { stream: process.stderr })

const levelText = (level: string): string =>
  level in colours ? paint(colours[level as keyof typeof colours], level.padEnd(5)) : level

const oneLine = (text: string): string =>
  visible(text.replaceAll(/[\n\r\t]/g, (control) => JSON.stringify(control).slice(1, -1)))

const valueText = (value: unknown): string =>
  typeof value === 'string' && /^[\w./:@-]+$/.test(value) ? value : oneLine(JSON.stringify(value))

function errorText(err: unknown): readonly string[] {
  if (typeof err !== 'object' || err === null) return []
  const { type, message, stack, cause } = err as Readonly<Record<string, unknown>>
  const place = typeof stack === 'string' ? stack.split('\n', 1)[0]?.trim() : undefined
  const text = oneLine(`${String(type)}: ${String(message)}${place === undefined ? '' : ` (${place})`}`)
  return [paint('red', text), ...errorText(cause).map((line) => `because of ${line}`)]
}
