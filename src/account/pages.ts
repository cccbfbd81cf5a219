import type { SitePage } from '../api/pages/page.ts'
import { requestReset } from './forgot/request-reset.ts'
import { showForgot } from './forgot/show-forgot.ts'
import { showInvitation } from './invitation/show-invitation.ts'
import { takeInvitation } from './invitation/take-invitation.ts'
import { joinWorkspace } from './join/join-workspace.ts'
import { showJoin } from './join/show-join.ts'
import { askCode } from './log-in/ask-code.ts'
import { checkCode } from './log-in/check-code.ts'
import { logIn } from './log-in/log-in.ts'
import { showLogIn } from './log-in/show-log-in.ts'
import { askLogOut } from './log-out/ask-log-out.ts'
import { logOut } from './log-out/log-out.ts'
import { showReset } from './password/show-reset.ts'
import { showWelcome } from './password/show-welcome.ts'
import { takeReset } from './password/take-reset.ts'
import { takeWelcome } from './password/take-welcome.ts'
import { beginTwoFactor } from './two-factor/begin-two-factor.ts'
import { confirmTwoFactor } from './two-factor/confirm-two-factor.ts'
import { endTwoFactor } from './two-factor/end-two-factor.ts'
import { showTwoFactor } from './two-factor/show-two-factor.ts'

export const accountPages: readonly SitePage[] = [
  showLogIn,
  logIn,
  askCode,
  checkCode,
  askLogOut,
  logOut,
  showForgot,
  requestReset,
  showWelcome,
  takeWelcome,
  showReset,
  takeReset,
  showInvitation,
  takeInvitation,
  showJoin,
  joinWorkspace,
  showTwoFactor,
  beginTwoFactor,
  confirmTwoFactor,
  endTwoFactor,
]
