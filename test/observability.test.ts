import { spawnSync } from 'node:child_process'
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { describe, expect, test } from 'vitest'
import { findOptional } from './programs.ts'

const root = join(import.meta.dirname, '..')
const read = (path: string) => readFileSync(join(root, path), 'utf8')
const promtool = findOptional('promtool')

/** `metrics.test.ts` compares the tables with what the server shows. */
const documented = new Set([...read('docs/metrics.md').matchAll(/^\| `(\w+)` \|/gm)].map(([, name]) => name))
/** Histograms have more series than their name. */
const unknownIn = (text: string) =>
  [...new Set(text.match(/\bbureau_\w+/g))].filter(
    (name) => !documented.has(name.replace(/_(bucket|count|sum)$/, '')),
  )

interface Panel {
  readonly id: number
  readonly title: string
  readonly targets?: readonly { readonly expr: string }[]
}
const panels = (JSON.parse(read('deploy/grafana.json')) as { panels: readonly Panel[] }).panels
const expressions = panels.flatMap(({ targets = [] }) => targets.map(({ expr }) => expr))

const check = (...words: string[]) => {
  const { status, stdout, stderr } = spawnSync(promtool as string, words, { cwd: root, encoding: 'utf8' })
  return { status, output: stdout + stderr }
}

describe('the alerts', () => {
  const rules = read('deploy/alerts.yaml')
  const alerts = [...rules.matchAll(/^ {6}- alert: (\w+)$/gm)].map(([, name]) => name)

  test('name only metrics that exist', () => {
    expect(unknownIn(rules)).toEqual([])
  })

  test('are listed in docs/metrics.md with their severity', () => {
    const rows = [...read('docs/metrics.md').matchAll(/^\| `(Bureau\w+)` \| (\w+) \|/gm)]
    const written = [...rules.matchAll(/alert: (\w+)[\s\S]*?severity: (\w+)/g)]
    const pairs = (matches: readonly RegExpExecArray[]) =>
      matches.map(([, name, severity]) => [name, severity])
    expect(pairs(rows)).toEqual(pairs(written))
  })

  test('have a test each', () => {
    const tested = [...read('deploy/alerts.test.yaml').matchAll(/^ {2}- name: (\w+)$/gm)].map(
      ([, name]) => name,
    )
    expect(alerts.length).toBeGreaterThan(10)
    expect(tested).toEqual(alerts)
  })

  test.skipIf(promtool === undefined)('pass promtool check rules (prometheus)', () => {
    expect(check('check', 'rules', 'deploy/alerts.yaml')).toMatchObject({ status: 0 })
  })

  test.skipIf(promtool === undefined)('pass promtool test rules (prometheus)', () => {
    expect(check('test', 'rules', 'deploy/alerts.test.yaml')).toMatchObject({ status: 0 })
  })
})

describe('the dashboard', () => {
  test('names only metrics that exist', () => {
    expect(unknownIn(expressions.join('\n'))).toEqual([])
  })

  test('has no two panels with one ID or title', () => {
    for (const values of [panels.map(({ id }) => `${id}`), panels.map(({ title }) => title)])
      expect(new Set(values).size).toBe(values.length)
  })

  test.skipIf(promtool === undefined)('has expressions that Prometheus understands (prometheus)', () => {
    const directory = mkdtempSync(join(tmpdir(), 'bureau-dashboard-'))
    const file = join(directory, 'rules.json')
    // Grafana replaces its variables before it asks.
    const rules = expressions.map((expr, index) => ({
      record: `panel:${index}`,
      expr: expr.replaceAll('$__rate_interval', '5m'),
    }))
    // JSON is YAML too.
    writeFileSync(file, JSON.stringify({ groups: [{ name: 'panels', rules }] }))
    expect(check('check', 'rules', file)).toMatchObject({ status: 0 })
    rmSync(directory, { recursive: true })
  })
})
