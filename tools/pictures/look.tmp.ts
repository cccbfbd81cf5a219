import { rm } from 'node:fs/promises'
import { launch } from '../../test/e2e/browser.ts'
import { startServer } from '../../test/server.ts'
import { enter } from './enter.ts'
const dataDir = '/tmp/look-data'
await rm(dataDir, { recursive: true, force: true })
const server = await startServer({ dataDir, isFirst: true, args: ['--demo'] })
const browser = await launch()
try {
  const origin = server.urls.files_origin_url
  const { cookie, workspace } = await enter(dataDir, origin)
  const context = await browser.newContext({ viewport: { width: 1280, height: 1000 } })
  await context.addCookies([cookie])
  const page = await context.newPage()
  const w = `/w/${workspace}`
  const pages: Record<string, string> = {
    usage: `${w}/usage`,
    messages: `${w}/messages`,
    groups: `${w}/groups`,
    shared: `${w}/shared`,
    requests: `${w}/requests`,
    audit: `${w}/audit`,
    simulator: `${w}/simulator`,
    members: `${w}/members`,
    people: '/operator/people',
    prov: '/operator/provisioning',
    workspaces: '/operator/workspaces',
    mail: '/operator/mail',
    health: '/operator',
    opaudit: '/operator/audit',
    provw: `${w}/provisioning`,
  }
  for (const [name, path] of Object.entries(pages)) {
    await page.goto(origin + path)
    await page.locator('h1').first().waitFor()
    await page.waitForTimeout(900)
    await page.screenshot({ path: `/tmp/look/${name}.png` })
  }
  await page.setViewportSize({ width: 390, height: 800 })
  await page.goto(`${origin}${w}/files`)
  await page.waitForTimeout(900)
  await page.screenshot({ path: '/tmp/look/narrow.png' })
} finally {
  await browser.close()
  await server.stop()
}
