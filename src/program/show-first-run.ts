import { rm, writeFile } from 'node:fs/promises'
import { join, resolve } from 'node:path'
import type { FirstRun } from './first-run.ts'
import type { Instance } from './instance.ts'

/** Without a terminal, a journal or container engine stores the output, so the keys go into a private file. */
export async function showFirstRun(
  first: FirstRun,
  instance: Instance,
  { terminal }: { readonly terminal: boolean },
): Promise<string> {
  const lines = firstRunLines(first, instance)
  if (terminal) {
    const title = 'First run. These keys are shown once; only their hashes are kept. Paste into a shell:'
    return framed([title, '', ...lines])
  }
  const file = join(instance.dataDir, 'first-run.txt')
  const title =
    '# First run. Only the hashes of these keys are kept elsewhere: delete this file when you have them.'
  // An existing file would keep its mode.
  await rm(file, { force: true })
  await writeFile(file, [title, '', ...lines, ''].join('\n'), { mode: 0o600 })
  return `First run. The keys are in ${file}, which only this user can read, with commands to try them.`
}

/** Rules and no box, so that the lines can be copied and pasted. */
export function framed(lines: readonly string[]): string {
  const rule = '─'.repeat(78)
  return [rule, ...lines, rule].join('\n')
}

/** The option with which commands find this server, unless it uses the default directory. */
export const dataOption = (dataDir: string): string =>
  dataDir === resolve('data') ? '' : ` --data ${shellWord(dataDir)}`

const shellWord = (text: string): string =>
  /^[\w./-]+$/.test(text) ? text : `'${text.replaceAll("'", String.raw`'\''`)}'`

function firstRunLines(
  { smsKey, filesKey, numberId }: FirstRun,
  { context, dataDir }: Instance,
): readonly string[] {
  const { gateway, sms } = context.origins
  return [
    `export SMS_KEY=${smsKey}`,
    `export FILES_KEY=${filesKey}`,
    '',
    ...(numberId === undefined ? phoneLines(dataDir) : textLines(sms, numberId, dataDir)),
    '',
    '# a file goes in through the gateway and is listed',
    `curl -s ${gateway}/v1/files/files -H "Authorization: Bearer $FILES_KEY" -F file=@README.md`,
    `curl -s ${gateway}/v1/files/files -H "Authorization: Bearer $FILES_KEY"`,
  ]
}

const textLines = (sms: string, numberId: number, dataDir: string): readonly string[] => [
  '# a text goes out through the simulated phone, its answer comes back',
  `curl -s ${sms}/api/v1/messages -H "Authorization: Bearer $SMS_KEY" \\`,
  `  -H 'Content-Type: application/json' -d '{"to": "+12025550123", "body": "Hello from Bureau"}'`,
  `bin/bureau sim inbound --number ${numberId} --from +12025550123 --body 'Hello back'${dataOption(dataDir)}`,
  `curl -s "${sms}/api/v1/messages?limit=2" -H "Authorization: Bearer $SMS_KEY"`,
]

const phoneLines = (dataDir: string): readonly string[] => [
  '# no number can send texts yet: add an Android phone with its own number (docs/phones.md)',
  `bin/bureau numbers add --phone +12025550123 --carrier android --pool${dataOption(dataDir)}`,
]
