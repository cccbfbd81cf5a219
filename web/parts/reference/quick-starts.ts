import { curlCommand } from '../../ui/data/curl-command.ts'
import { referenceWords } from '../../words/words.ts'
import { baseUrlOf } from '../key/first-call.ts'
import type { Session } from '../session/session.ts'

const words = referenceWords.quickStart

/** First calls to paste into a shell, with the key in `$KEY`. */
export function quickStartsOf(
  installation: Session['installation'],
): readonly { readonly title: string; readonly command: string }[] {
  const files = baseUrlOf('files', installation)
  const sms = baseUrlOf('sms', installation)
  const iam = baseUrlOf('iam', installation)
  return [
    { title: words.listFiles, command: curlCommand({ url: `${files}/files` }) },
    {
      title: words.uploadFile,
      command: `${curlCommand({ url: `${files}/files` })} \\\n  -F name=letter.txt -F file=@letter.txt`,
    },
    {
      title: words.createFolder,
      command: curlCommand({ method: 'POST', url: `${files}/folders`, body: { name: 'Letters' } }),
    },
    {
      title: words.sendText,
      command: curlCommand({
        method: 'POST',
        url: `${sms}/messages`,
        body: { to: '+12025550123', body: 'Your table is ready.' },
      }),
    },
    {
      title: words.createWebhook,
      command: curlCommand({
        method: 'POST',
        url: `${files}/webhooks`,
        body: { name: 'Archive', url: 'https://example.com/bureau', events: ['file.created'] },
      }),
    },
    { title: words.listMembers, command: curlCommand({ url: `${iam}/members` }) },
  ]
}
