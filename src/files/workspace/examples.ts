import type { Workspace } from './model.ts'

export const exampleWorkspace: Workspace = {
  id: 18,
  name: 'First Person',
  type: 'personal',
  owner_id: 17,
  storage: { used: 0, limit: 5 * 1024 ** 3, unlimited: false },
  created_at: '2026-11-21 10:00:00',
}

export const exampleOrganization: Workspace = {
  ...exampleWorkspace,
  id: 21,
  name: 'Bakery',
  type: 'org',
  storage: { used: 0, limit: 10 * 1024 ** 3, unlimited: false },
}
