import { defineCommand } from '../../command.ts'
import { aligned } from '../../text.ts'
import { examine } from './checks.ts'

export const doctor = defineCommand({
  words: ['doctor'],
  summary: 'Check everything that the installation depends on',
  example: 'bureau doctor',

  async run(context) {
    const checks = await examine(context)
    return { ok: checks.every(({ ok }) => ok), checks }
  },
  print: ({ checks }) => aligned(checks.map(({ name, ok, detail }) => [ok ? 'ok' : 'FAILED', name, detail])),
  failure({ checks }) {
    const bad = checks.filter(({ ok }) => !ok).map(({ name }) => name)
    return bad.length === 0
      ? undefined
      : `${bad.length} of ${checks.length} checks failed: ${bad.join(', ')}.`
  },
})
