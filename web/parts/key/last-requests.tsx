import { useQuery } from '@tanstack/react-query'
import { Link } from '@tanstack/react-router'
import { read } from '../../api/queries.ts'
import { Table, type Column } from '../../ui/data/table.tsx'
import { Time } from '../../ui/data/time.tsx'
import { ErrorPanel } from '../../ui/page/error-panel.tsx'
import { keyWords, requestWords } from '../../words/words.ts'
import { operationOf } from '../request/request-words.ts'
import { StatusNumber } from '../request/status-number.tsx'
import type { ListedRequest } from '../request/use-requests.ts'
import type { Key } from './draft.ts'

const requestsShown = 10
/** No event tells of requests, which are many. */
const pollMs = 5000

interface LastRequestsProps {
  readonly workspace: string
  readonly of: Key
}

/** The newest requests that were made with a key. */
export function LastRequests({ workspace, of: { id } }: LastRequestsProps) {
  const { data, error, refetch } = useQuery({
    ...read('listRequests', { workspace, query: { key_id: id, limit: requestsShown } }),
    refetchInterval: pollMs,
  })
  if (error && !data) return <ErrorPanel error={error} onRetry={() => void refetch()} />
  if (data?.length === 0) return <p className="pencil">{keyWords.noRequests}</p>
  return (
    <div className="stack">
      <Table
        name={keyWords.lastRequests}
        columns={columnsFor(workspace, id)}
        rows={data}
        rowKey={(request) => request.id}
      />
      <p>
        <Link to="/w/$workspace/requests" params={{ workspace }} search={{ key: id }}>
          {keyWords.allRequests}
        </Link>
      </p>
    </div>
  )
}

const columnsFor = (workspace: string, key: number): readonly Column<ListedRequest>[] => [
  {
    head: requestWords.time,
    kind: 'short',
    cell: ({ at, request_id: open }) => (
      <Link to="/w/$workspace/requests" params={{ workspace }} search={{ key, open }}>
        <Time at={at} />
      </Link>
    ),
  },
  { head: requestWords.operation, cell: (request) => <code>{operationOf(request)}</code> },
  {
    head: requestWords.status,
    cell: ({ status, code }) => (
      <>
        <StatusNumber of={status} /> {code !== null && <code>{code}</code>}
      </>
    ),
  },
  { head: requestWords.duration, kind: 'number', cell: ({ ms }) => requestWords.ms(ms) },
]
