import { describe, expect, test } from 'vitest'
import { draftOf, requestOf, type Edits, type SharedItem } from './draft.ts'

const now = new Date('2027-03-01T12:00:00Z')

const off: SharedItem = {
  id: 'AAAAAAAA',
  name: 'report.pdf',
  type: 'file',
  share_status: 'private',
  share_active: false,
  share_url: 'https://files.example.com/sl/AAAAAAAA',
  shared_with: null,
  share_password_protected: false,
  share_expires_at: null,
}
const limited: SharedItem = {
  ...off,
  share_status: 'limited',
  share_active: true,
  shared_with: 'ann@example.com,bob@example.com',
  share_password_protected: true,
  share_expires_at: '2027-04-01T12:00:00.000Z',
}

const saved = (item: SharedItem, edits: Edits) => requestOf(draftOf(item, '', edits), item, now)

describe('saving a share', () => {
  test('leaves out what stays as it is', () => {
    expect(saved(off, { status: 'public' })).toEqual({ status: 'public' })
    expect(saved(limited, {})).toEqual({ status: 'limited', emails: 'ann@example.com,bob@example.com' })
  })

  test('sets what was changed', () => {
    expect(
      saved(off, {
        status: 'limited',
        emails: ['ann@example.com'],
        password: 'correct horse',
        expiry: 'hour',
      }),
    ).toEqual({
      status: 'limited',
      emails: 'ann@example.com',
      password: 'correct horse',
      expires_at: '2027-03-01T13:00:00.000Z',
    })
  })

  test('clears a password and an expiry that are there', () => {
    expect(saved(limited, { status: 'public', removesPassword: true, expiry: 'never' })).toEqual({
      status: 'public',
      password: '',
      expires_at: '',
    })
  })

  test('what was not edited follows the server', () => {
    const edits: Edits = { expiry: 'week' }
    expect(draftOf(off, '', edits).status).toBe('private')
    expect(draftOf(limited, 'Hello', edits)).toMatchObject({
      status: 'limited',
      expiry: 'week',
      message: 'Hello',
    })
  })
})
