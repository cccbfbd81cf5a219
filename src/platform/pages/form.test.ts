import { IncomingMessage } from 'node:http'
import { Socket } from 'node:net'
import { afterEach, describe, expect, test, vi } from 'vitest'
import { RequestAborted } from '../http/gather-body.ts'
import { readForm, type FormFault, type FormRefused } from './form.ts'

const urlencoded = 'application/x-www-form-urlencoded'
const limits = { bytesMax: 20, fieldsMax: 3, timeoutMs: 1000 }

/** A request whose body arrives as the test pushes it. */
function request(type: string | undefined, length?: number): IncomingMessage {
  const message = new IncomingMessage(new Socket())
  if (type !== undefined) message.headers['content-type'] = type
  if (length !== undefined) message.headers['content-length'] = String(length)
  return message
}

function whole(body: string, type: string | undefined = urlencoded): IncomingMessage {
  const message = request(type)
  message.push(body)
  message.push(null)
  return message
}

const faultOf = (message: IncomingMessage): Promise<FormFault | 'none'> =>
  readForm(message, limits).then(
    () => 'none',
    (error: FormRefused) => error.fault,
  )

afterEach(() => {
  vi.useRealTimers()
})

describe('readForm', () => {
  test('gives the fields, decoded, of a field sent twice the first', async () => {
    expect(await readForm(whole('a=1+%C3%A9&b=&a=2'), limits)).toEqual({ a: '1 é', b: '' })
    expect(await readForm(whole('a=1', `${urlencoded}; charset=utf-8`), limits)).toEqual({ a: '1' })
    expect(await readForm(whole(''), limits)).toEqual({})
  })

  test('takes __proto__ for a name like any other', async () => {
    const form = await readForm(whole('__proto__=1'), limits)
    expect([Object.keys(form), Object.getPrototypeOf(form)]).toEqual([['__proto__'], Object.prototype])
  })

  test.each([undefined, 'application/json', 'multipart/form-data', `${urlencoded}x`])(
    'refuses the content type %s unread',
    async (type) => {
      const message = request(type)
      expect(await faultOf(message)).toBe('not_a_form')
      expect(message.listenerCount('data')).toBe(0)
    },
  )

  test('takes as many fields as it may have, and not one more', async () => {
    expect(await readForm(whole('a=1&b=2&c=3'), limits)).toEqual({ a: '1', b: '2', c: '3' })
    expect(await faultOf(whole('a=1&b=2&c=3&d=4'))).toBe('too_many_fields')
  })

  test('takes as many bytes as it may have, and not one more', async () => {
    expect(await readForm(whole(`a=${'x'.repeat(18)}`), limits)).toEqual({ a: 'x'.repeat(18) })
    expect(await faultOf(whole(`a=${'x'.repeat(19)}`))).toBe('too_large')
  })

  test('refuses a length over the limit before a byte has come', async () => {
    expect(await faultOf(request(urlencoded, 21))).toBe('too_large')
  })

  test('refuses a form that does not end in time', async () => {
    vi.useFakeTimers()
    const message = request(urlencoded, 9)
    const fault = faultOf(message)
    message.push('a=')
    await vi.advanceTimersByTimeAsync(1000)
    expect(await fault).toBe('too_slow')
  })

  test('ends when the sender goes away', async () => {
    const message = request(urlencoded, 9)
    setImmediate(() => message.destroy())
    await expect(readForm(message, limits)).rejects.toBeInstanceOf(RequestAborted)
  })
})
