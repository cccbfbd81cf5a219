import { defineCommand } from '../../command.ts'
import { table } from '../../text.ts'
import { examine } from '../../../console/doctor/checks.ts'

export const doctor = defineCommand({
  words: ['doctor'],
  summary: 'Check all dependencies of the installation',
  example: 'bureau doctor',

  async run(context) {
    const checks = await examine(context)
    return { ok: checks.every(({ ok }) => ok), checks }
  },
  print: ({ checks }) =>
    table(
      ['state', 'check', 'found'],
      checks.map(({ name, ok, warning, detail }) => [stateOf(ok, warning), name, detail]),
    ),
  failure({ checks }) {
    const bad = checks.filter(({ ok }) => !ok).map(({ name }) => name)
    return bad.length === 0
      ? undefined
      : `${bad.length} of ${checks.length} checks failed: ${bad.join(', ')}.`
  },
})

const stateOf = (ok: boolean, warning = false): string => (!ok ? 'FAILED' : warning ? 'warning' : 'ok')
