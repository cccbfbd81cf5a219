import { createFileRoute } from '@tanstack/react-router'
import { apisOf, type Api } from '../parts/reference/apis.ts'
import { quickStartsOf } from '../parts/reference/quick-starts.ts'
import styles from '../parts/reference/reference.module.css'
import { useSession } from '../parts/session/session.ts'
import { CodeBlock } from '../ui/data/code-block.tsx'
import { Copyable } from '../ui/data/copyable.tsx'
import { Table, type Column } from '../ui/data/table.tsx'
import { PageHead } from '../ui/page/page-head.tsx'
import { referenceWords } from '../words/words.ts'

const words = referenceWords

export const Route = createFileRoute('/w/$workspace/reference')({ component: Reference })

const columns: readonly Column<Api>[] = [
  { head: words.heads.api, cell: ({ name }) => name },
  { head: words.heads.url, kind: 'short', cell: ({ url }) => <Copyable text={url} what={words.baseUrl} /> },
  { head: words.heads.for, cell: (api) => api.for },
  {
    head: words.heads.reference,
    kind: 'short',
    cell: ({ docs }) => <a href={docs}>{words.openReference}</a>,
  },
]

function Reference() {
  const { installation } = useSession()
  return (
    <>
      <PageHead title={words.title}>{words.note}</PageHead>
      <Table
        name={words.baseUrls}
        columns={columns}
        rows={apisOf(installation)}
        rowKey={({ name }) => name}
      />
      <section className="section">
        <h2>{words.quickStarts}</h2>
        <div className={styles.grid}>
          {quickStartsOf(installation).map(({ title, command }) => (
            <section key={title}>
              <h3>{title}</h3>
              <CodeBlock code={command} what={title} />
            </section>
          ))}
        </div>
      </section>
      <section className="section">
        <h2>{words.envelopes}</h2>
        <p>{words.envelopesNote}</p>
        <div className={styles.grid}>
          {Object.values(words.envelope).map(({ title, success, failure }) => (
            <section key={title}>
              <h3>{title}</h3>
              <dl className={styles.shapes}>
                <dt>{words.success}</dt>
                <dd>
                  <code>{success}</code>
                </dd>
                <dt>{words.failure}</dt>
                <dd>
                  <code>{failure}</code>
                </dd>
              </dl>
            </section>
          ))}
        </div>
      </section>
    </>
  )
}
