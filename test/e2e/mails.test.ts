import type { Browser } from 'playwright-core'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { invitationMail, resetMail, welcomeMail } from '../../src/identity/mail/mails.ts'
import { codeMail } from '../../src/files/link/mail.ts'
import { executable, expectNoFaults, launch } from './browser.ts'

const token = 'k9Zt3QmPx7vLr2Wd8YhBn4Fs6Jc1Ga5Te0UiOoKlMpQ'
const at = (path: string) => `https://files.example.com/${path}`
const to = 'a.person.with.a.long.address@department.of.an.office.example.com'

const mails = {
  welcome: welcomeMail({ to, url: at(`welcome/${token}`), firstName: 'Zoë' }),
  reset: resetMail({ to, url: at(`reset/${token}`), firstName: 'Zoë' }),
  invitation: invitationMail({
    to,
    url: at(`invitation/${token}`),
    inviterName: 'Ada Lovelace',
    workspaceName: 'Analytical Engines & Daughters',
    role: 'admin',
  }),
  'invitation-of-long-names': invitationMail({
    to,
    url: at(`invitation/${token}`),
    inviterName: 'Ada'.repeat(40),
    workspaceName: 'משרד '.repeat(40),
    role: 'member',
  }),
  'share-code': codeMail({ to, url: at('sl/zzzzzzzz'), code: '041966', minutes: 10 }),
}

describe.skipIf(executable === undefined)('mails in a browser', () => {
  let browser: Browser
  beforeAll(async () => {
    browser = await launch()
  })
  afterAll(() => browser.close())

  test.each(Object.entries(mails))(
    'the mail "%s" has no fault that axe finds, fits, and fetches nothing',
    async (name, mail) => {
      const page = await browser.newPage()
      const requests: string[] = []
      page.on('request', (request) => void requests.push(request.url()))
      await page.setContent(mail.html)
      await expectNoFaults(page, `mail-${name}`, 360)
      expect(requests).toEqual([])
      const links = await page.evaluate('[...document.links].map(({ href }) => href)')
      expect(links).toEqual([mail.links[0], mail.links[0]])
      await page.close()
    },
  )
})
