import { Link } from '@tanstack/react-router'
import { Copyable } from '../../ui/data/copyable.tsx'
import { Facts } from '../../ui/data/facts.tsx'
import { Time } from '../../ui/data/time.tsx'
import { Dialog } from '../../ui/dialog/dialog.tsx'
import { ErrorPanel } from '../../ui/page/error-panel.tsx'
import { Skeleton } from '../../ui/page/skeleton.tsx'
import { grammar, requestWords } from '../../words/words.ts'
import { keyOf, operationOf } from './request-words.ts'
import { StatusNumber } from './status-number.tsx'
import type { ListedRequest, useRequest } from './use-requests.ts'

const words = requestWords

interface RequestDialogProps {
  readonly workspace: number
  readonly of: ReturnType<typeof useRequest>
  readonly open: boolean
  readonly onClose: () => void
}

export function RequestDialog({ workspace, of: found, open, onClose }: RequestDialogProps) {
  const { request, isLoading, error, retry } = found
  return (
    <Dialog open={open} onClose={onClose} title={words.details} size="side">
      {request ? (
        <Details of={request} workspace={workspace} />
      ) : error ? (
        <ErrorPanel error={error} onRetry={retry} />
      ) : isLoading ? (
        <Skeleton lines={9} />
      ) : (
        <p>{words.notFound}</p>
      )}
    </Dialog>
  )
}

const clientLeft = 499

interface InWorkspace {
  readonly of: ListedRequest
  readonly workspace: number
}

function RequestKey({ of: request, workspace }: InWorkspace) {
  const { key_id: id } = request
  if (id === null) return words.noKey
  return (
    <Link to="/w/$workspace/keys/$key" params={{ workspace: String(workspace), key: String(id) }}>
      {keyOf(request)}
    </Link>
  )
}

function Details({ of: request, workspace }: InWorkspace) {
  const { path, method, status, code } = request
  return (
    <Facts
      of={[
        [words.requestId, <Copyable key="id" text={request.request_id} what={words.requestId} />],
        [
          words.time,
          <>
            {grammar.exactTime(new Date(request.at))} (<Time at={request.at} />)
          </>,
        ],
        [words.person, request.user_name],
        [words.key, <RequestKey key="key" of={request} workspace={workspace} />],
        [words.operation, <code key="operation">{operationOf(request)}</code>],
        [words.path, <code key="path">{path === null ? method : `${method} ${path}`}</code>],
        [
          words.status,
          <>
            <StatusNumber of={status} />
            {status === clientLeft && <p className="pencil">{words.aborted}</p>}
          </>,
        ],
        code === null ? undefined : [words.code, <code key="code">{code}</code>],
        [words.duration, words.ms(request.ms)],
        [words.address, request.address],
      ]}
    />
  )
}
