import { describe, expect, test } from 'vitest'
import { invitationMail, resetMail, welcomeMail } from './mails.ts'

const to = 'ann@example.com'
const url = 'https://files.example.com/x/token'
const invite = (names: { inviterName?: string; workspaceName?: string } = {}) =>
  invitationMail({ to, url, role: 'member', inviterName: 'Ada Lovelace', workspaceName: 'Acme', ...names })

const hostile =
  'Acme”.\r\n\r\n<a href="https://evil.example">Log in at evil.example</a> or call 1-800-555-0199!'

/** Everything that a mail program could make a link of. */
const addressesIn = (text: string) => text.match(/\S+[.@:]\w\S*/g) ?? []

describe('mails about accounts', () => {
  test.each([
    ['welcome', welcomeMail({ to, url, firstName: 'Zoë' }), '72 hours'],
    ['reset', resetMail({ to, url, firstName: 'Zoë' }), '30 minutes'],
    ['invitation', invite(), '14 days'],
  ])(
    '%s: text and HTML say the same: the link, how long it works, and why the person got it',
    (_name, mail, time) => {
      for (const body of [mail.text, mail.html]) {
        expect(body).toContain(url)
        expect(body).toContain(`The link works once, within ${time}.`)
        expect(body).toContain('This mail was sent to ann@example.com because')
        expect(body).toContain('Bureau')
      }
      expect(mail.html).toContain('<html lang="en"')
      expect(mail.links).toEqual([url])
    },
  )

  test('an invitation says who invited, to what and as what', () => {
    const said = '“Ada Lovelace” invited you to join “Acme” as a member.'
    const mail = invite()
    expect(mail.subject).toBe('Invitation to “Acme”')
    for (const body of [mail.text, mail.html]) expect(body).toContain(said)
  })

  test('names make no link, line or sentence in them', () => {
    const mails = [
      invite({ workspaceName: hostile }),
      invite({ inviterName: hostile }),
      welcomeMail({ to, url, firstName: hostile }),
      resetMail({ to, url, firstName: hostile }),
    ]
    for (const { subject, text, html } of mails) {
      expect(subject).not.toMatch(/[\r\n]|evil\.|0199/)
      expect(new Set(addressesIn(text))).toEqual(new Set([url, to]))
      expect(text).not.toMatch(/0199|”\./)
      expect([...html.matchAll(/href="([^"]*)"/g)].map(([, href]) => href)).toEqual([url, url])
      expect(html).not.toMatch(/evil\.|0199/)
    }
    expect(mails[0]?.subject).toMatch(/^Invitation to “Acme a href https evil example Log in at [^”]+…”$/)
  })

  test('a name of which nothing is left is left out', () => {
    const mail = invite({ inviterName: '@@', workspaceName: '...' })
    expect(mail.subject).toBe('Invitation to an organization')
    expect(mail.text).toContain('Somebody invited you to join an organization as a member.')
    expect(welcomeMail({ to, url, firstName: '!' }).text).toContain('Hello,\n')
  })
})
