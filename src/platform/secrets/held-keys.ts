import type { Notifications } from '../notifications.ts'
import type { Keyring } from './keyring.ts'
import { secretKeyId } from './vault.ts'

const topic = 'secret-keys'

/** The keys of one running process. */
export interface HeldKeys {
  readonly from: 'file' | 'setting'
  /** The active one first. */
  readonly ids: readonly string[]
}

/** A process that is asked for its keys reads the file first, so that after the question it has the keys of the file. */
export function answerForKeys(keyring: Keyring, notifications: Notifications): void {
  notifications.onQuestion(topic, () => {
    keyring.reload()
    const from = keyring.file === undefined ? 'setting' : 'file'
    return `${from} ${keyring.keys().map(secretKeyId).join(',')}`
  })
  notifications.onConnection((connected) => {
    if (connected) keyring.reload()
  })
}

/** Undefined for a process that did not answer, is about to start, or has an older version. */
export async function askForKeys(
  notifications: Pick<Notifications, 'ask'>,
): Promise<readonly (HeldKeys | undefined)[]> {
  const answers = await notifications.ask(topic)
  return answers.map((answer = '') => {
    const [from, ids = ''] = answer.split(' ')
    return from === 'file' || from === 'setting' ? { from, ids: ids.split(',') } : undefined
  })
}
