import type { TestApp } from '../../../test/harness.ts'
import { type Browser, logIn } from '../console.testing.ts'

/** An organization with a person of each role, and its path. */
export async function organization(app: TestApp) {
  const tenant = await app.tenant()
  const path = `/workspaces/${tenant.workspaceId}/numbers`
  const [admin, member] = await Promise.all(
    (['admin', 'member'] as const).map(async (role): Promise<Browser> => {
      const { id } = await app.member(tenant.workspaceId, role)
      return logIn(app, id)
    }),
  )
  if (!admin || !member) throw new Error('Nobody was added.')
  return { tenant, path, owner: await logIn(app, tenant.userId), admin, member }
}
