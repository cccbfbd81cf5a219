import { createSetupLink } from '../../../identity/setup/create-setup-link.ts'
import { auditOperator } from '../../audit-operator.ts'
import { defineCommand } from '../../command.ts'

export const printSetupLink = defineCommand({
  words: ['setup-link'],
  summary: 'Print a link to create the first operator; it works once, within 30 minutes',
  example: 'bureau setup-link',

  async run({ database, random, origins }) {
    return database.transaction(async (tx) => {
      const { url, expiresAt } = await createSetupLink(tx, { random, filesOrigin: origins.files })
      await auditOperator(tx, 'setup-link.create', 'installation')
      return { url, expires_at: expiresAt }
    })
  },
  print: ({ url }) =>
    `Open this link in a browser to create the operator. It works once, within 30 minutes:\n${url}`,
})
