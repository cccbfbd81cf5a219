import { mkdir } from 'node:fs/promises'
import { join } from 'node:path'
import axe from 'axe-core'
import { chromium, type Browser, type BrowserContextOptions } from 'playwright-core'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { invitationMail, resetMail, welcomeMail } from '../../src/access/mail/mails.ts'
import { codeMail } from '../../src/files/link/mail.ts'
import { findOptional } from '../programs.ts'

/** Without a browser these tests are skipped, each by its name. */
const executable = findOptional('chromium')

/** Screenshots are saved where this names a folder. */
const picturesIn = process.env['BUREAU_E2E_PICTURES']

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

const looks: readonly (readonly [string, BrowserContextOptions])[] = [
  ['light', { colorScheme: 'light', viewport: { width: 1024, height: 768 } }],
  ['narrow-dark', { colorScheme: 'dark', viewport: { width: 360, height: 740 } }],
]

describe.skipIf(executable === undefined)('mails in a browser', () => {
  let browser: Browser
  beforeAll(async () => {
    browser = await chromium.launch({
      executablePath: executable ?? '',
      args: ['--no-sandbox', '--disable-gpu'],
    })
  })
  afterAll(() => browser.close())

  describe.each(looks)('%s', (look, options) => {
    test.each(Object.entries(mails))(
      'the mail "%s" has no fault that axe finds, fits, and fetches nothing',
      async (name, mail) => {
        const context = await browser.newContext(options)
        const page = await context.newPage()
        const requests: string[] = []
        page.on('request', (request) => void requests.push(request.url()))
        await page.setContent(mail.html)
        await page.evaluate(axe.source)
        const { violations } = await page.evaluate<axe.AxeResults>('axe.run()')
        expect(violations.map(({ id, nodes }) => [id, nodes.map(({ html }) => html)])).toEqual([])
        expect(await page.evaluate('document.documentElement.scrollWidth - innerWidth')).toBeLessThanOrEqual(
          0,
        )
        expect(requests).toEqual([])
        const links = await page.evaluate('[...document.links].map(({ href }) => href)')
        expect(links).toEqual([mail.links[0], mail.links[0]])
        if (picturesIn !== undefined) {
          await mkdir(picturesIn, { recursive: true })
          await page.screenshot({ path: join(picturesIn, `mail-${name}-${look}.png`), fullPage: true })
        }
        await context.close()
      },
    )
  })
})
