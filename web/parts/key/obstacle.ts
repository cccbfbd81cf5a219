import { useQuery } from '@tanstack/react-query'
import { read } from '../../api/queries.ts'
import { keyWords } from '../../words/words.ts'
import type { Workspace } from '../session/session.ts'
import type { Service } from './services.ts'

/** Why a key of a service does not work, or cannot be created, for this person in this workspace. */
export interface Obstacle {
  readonly kind: 'plan' | 'workspace' | 'approval'
  readonly sentence: string
}

const words = keyWords.form

export function useObstacle(service: Service, workspace: Workspace): Obstacle | undefined {
  const access = useQuery({ ...read('getProvisioningAccess', {}), enabled: service === 'provisioning' })
  if (service === 'files' && !workspace.services.includes('files'))
    return { kind: 'plan', sentence: words.noFiles }
  if (service === 'sms' && !workspace.services.includes('sms')) return { kind: 'plan', sentence: words.noSms }
  if (service === 'iam' && workspace.type === 'personal')
    return { kind: 'workspace', sentence: words.organizationsOnly }
  if (service === 'provisioning' && access.data && access.data.state !== 'approved')
    return { kind: 'approval', sentence: words.notApproved }
  return undefined
}
