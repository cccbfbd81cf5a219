import { getMail } from './get-mail.ts'
import { listMails } from './list-mails.ts'
import { resendMail } from './resend-mail.ts'
import { sendTestMail } from './send-test-mail.ts'

export const mailEndpoints = [listMails, getMail, resendMail, sendTestMail]
