import { referenceWords } from '../../words/words.ts'
import { baseUrlOf } from '../key/first-call.ts'
import type { Session } from '../session/session.ts'

type Installation = Session['installation']

export interface Api {
  readonly name: string
  readonly url: string
  readonly for: string
  /** The page with every call. */
  readonly docs: string
}

const words = referenceWords.apis

export function apisOf(installation: Installation): readonly Api[] {
  const { gateway_url: gateway, files_origin_url: files, sms_base_url: sms } = installation
  return [
    { ...words.gateway, url: baseUrlOf('files', installation), docs: `${gateway}/docs` },
    { ...words.files, url: `${files}/api/v1`, docs: `${files}/docs` },
    { ...words.sms, url: baseUrlOf('sms', installation), docs: `${sms}/docs` },
    { ...words.iam, url: baseUrlOf('iam', installation), docs: `${gateway}/docs` },
    { ...words.provisioning, url: baseUrlOf('provisioning', installation), docs: `${gateway}/docs` },
  ]
}
