import { purgeSessions } from '../identity/session/purge-sessions.ts'
import type { Job } from '../api/job.ts'
import { mailReset } from './forgot/mail-reset.ts'

export const jobs: readonly Job[] = [mailReset, purgeSessions]
