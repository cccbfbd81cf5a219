import { isRefusal } from '../../identity/refusal.ts'
import { problem } from '../problems.ts'

const fieldOf = {
  number: 'number_id',
  folder: 'folder_id',
  test: 'environment',
  restrictions: 'ips',
} as const

/** For the `catch` of `createKey`: names the field and the value that it refused, and throws other errors unchanged. */
export function fieldProblem(error: unknown): never {
  if (isRefusal(error, 'scope_unknown')) {
    const { service, scope } = error.facts
    throw problem.invalid_scope({
      message: `Keys for ${service} have no scope ${JSON.stringify(scope)}.`,
      details: { field: 'scopes' },
    })
  }
  if (isRefusal(error, 'address_invalid'))
    throw problem.invalid_restriction({
      message: `${JSON.stringify(error.facts.address)} is not an IP address or range, like 203.0.113.0/24.`,
      details: { field: 'ips' },
    })
  if (isRefusal(error, 'domain_invalid'))
    throw problem.invalid_restriction({
      message: `${JSON.stringify(error.facts.domain)} is not a host name, like app.example.com or *.example.com.`,
      details: { field: 'domains' },
    })
  if (isRefusal(error, 'expiry_in_past')) throw problem.invalid_expiry({ details: { field: 'expires_at' } })
  if (isRefusal(error, 'not_for_service')) {
    const field = fieldOf[error.facts.option]
    throw problem.invalid_restriction({
      message: `Keys for ${error.facts.service} do not take ${field}.`,
      details: { field },
    })
  }
  if (isRefusal(error, 'not_approved')) throw problem.access_not_granted({ details: { field: 'service' } })
  throw error
}
