import type { Share } from './model.ts'

export const exampleShare: Share = {
  file_id: 'a1B2c3D4',
  status: 'public',
  url: 'http://localhost:8081/sl/a1B2c3D4',
  share_active: true,
  shared_with: null,
  share_password_protected: false,
  share_expires_at: null,
}
