import { changePassword } from './change-password.ts'
import { endOtherSessions } from './end-other-sessions.ts'
import { endSession } from './end-session.ts'
import { listSessions } from './list-sessions.ts'
import { updateMe } from './update-me.ts'

export const meEndpoints = [updateMe, changePassword, listSessions, endSession, endOtherSessions]
