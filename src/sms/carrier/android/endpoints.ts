import type { Endpoint } from '../../../api/endpoint.ts'
import { openPhoneEvents } from './event/open-phone-events.ts'
import { listPhoneMessages } from './item/list-phone-messages.ts'
import { reportPhoneMessages } from './item/report-phone-messages.ts'
import { changePassword } from './phone/change-password.ts'
import { enrolPhone } from './phone/enrol-phone.ts'
import { getLoginCode } from './phone/get-login-code.ts'
import { getPhoneHealth } from './phone/get-phone-health.ts'
import { getPhoneSettings } from './phone/get-phone-settings.ts'
import { getPhone } from './phone/get-phone.ts'
import { updatePhone } from './phone/update-phone.ts'
import { listPhoneWebhooks } from './post/list-phone-webhooks.ts'
import { receivePhonePost } from './post/receive-phone-post.ts'

export const phoneEndpoints: readonly Endpoint[] = [
  getPhoneHealth,
  enrolPhone,
  updatePhone,
  getPhone,
  getPhoneSettings,
  openPhoneEvents,
  listPhoneMessages,
  reportPhoneMessages,
  listPhoneWebhooks,
  receivePhonePost,
  getLoginCode,
  changePassword,
]
