import { expect, test } from 'vitest'
import { ApiError } from '../../api/call.ts'
import { draftOf, draftsIn, phoneKey, problemsOf, refusalsOf } from './draft.ts'

const plain = (lines: string) => draftsIn(lines).map(({ name, phone }) => [name, phone])

test('lines are a name and a phone, behind a comma, a semicolon, or a tab', () => {
  expect(plain('Ann, +12025550131\n\n Bob;202 555 0132 \r\nCat\t(202) 555-0133')).toEqual([
    ['Ann', '+12025550131'],
    ['Bob', '202 555 0132'],
    ['Cat', '(202) 555-0133'],
  ])
})

test('names may have commas and quotation marks, and a phone may follow a blank', () => {
  expect(plain('Smith, Ann, +12025550131\n"Lee, Bob",+12025550132\nCat Jones 202-555-0133')).toEqual([
    ['Smith, Ann', '+12025550131'],
    ['Lee, Bob', '+12025550132'],
    ['Cat Jones', '202-555-0133'],
  ])
})

test('what is missing in a line stays empty, and invisible characters of a name go', () => {
  expect(plain('Ann\n, +12025550131\nليلى\u200f \u202b, +12025550132\n👩‍🚒, 5')).toEqual([
    ['Ann', ''],
    ['', '+12025550131'],
    ['ليلى', '+12025550132'],
    ['👩‍🚒', '5'],
  ])
})

test('phones in several forms have one key', () => {
  const forms = ['+1 202 555 0131', '(202) 555-0131', '1-202-555-0131', 'tel:+12025550131', '＋12025550131']
  expect(new Set(forms.map(phoneKey))).toEqual(new Set(['+12025550131']))
})

test('a draft without a name or phone, with a long name, or with a phone that another one has is marked', () => {
  const drafts = [
    draftOf('Ann', '+12025550131'),
    draftOf('\u200b', '+12025550132'),
    draftOf('Cat', ''),
    draftOf('Dan', 'none'),
    draftOf('Eve', '202 555 0131'),
    draftOf('Fay', '+12025550139'),
    draftOf('😀'.repeat(100), '+12025550140'),
    draftOf('😀'.repeat(101), '+12025550141'),
  ]
  const marks = problemsOf(drafts, [{ name: 'Zoe', phone: '+12025550139' }])
  expect(marks.map((mark) => mark?.field)).toEqual([
    undefined,
    'name',
    'phone',
    'phone',
    'phone',
    'phone',
    undefined,
    'name',
  ])
  expect(marks.map((mark) => mark?.message)).toEqual([
    undefined,
    'The name is missing.',
    'The phone is missing.',
    'This is not a phone number that can be texted.',
    'Ann has the same phone.',
    'Zoe already has this phone.',
    undefined,
    'The name is longer than 100 characters.',
  ])
})

test('the phones that the server refused are marked, as typed or in E.164', () => {
  const drafts = [draftOf('Ann', '555-01'), draftOf('Bob', '(202) 555-0132'), draftOf('Cat', '+12025550133')]
  const refused = (code: string, phones: readonly string[]) =>
    refusalsOf(new ApiError({ status: 400, code, message: 'Said.', details: { phones } }), drafts)?.map(
      (mark) => mark?.message,
    )
  expect(refused('invalid_number', ['555-01'])).toEqual([
    'This is not a phone number that can be texted.',
    undefined,
    undefined,
  ])
  expect(refused('invalid_request', ['+12025550132'])).toEqual([undefined, 'Said.', undefined])
  expect(refused('invalid_request', ['+12025550199'])).toBeUndefined()
  expect(refusalsOf(new Error('no'), drafts)).toBeUndefined()
})
