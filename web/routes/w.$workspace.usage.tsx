import { useQuery } from '@tanstack/react-query'
import { createFileRoute } from '@tanstack/react-router'
import { read } from '../api/queries.ts'
import { DownloadCsv } from '../parts/page/download-csv.tsx'
import { useWorkspace } from '../parts/session/session.ts'
import { Meters } from '../parts/usage/meters.tsx'
import { PlanInWords } from '../parts/usage/plan-in-words.tsx'
import { BarChart } from '../ui/data/bar-chart.tsx'
import { ErrorPanel } from '../ui/page/error-panel.tsx'
import { PageHead } from '../ui/page/page-head.tsx'
import { Skeleton } from '../ui/page/skeleton.tsx'
import { usageWords as words } from '../words/words.ts'
import styles from '../parts/usage/meters.module.css'

export const Route = createFileRoute('/w/$workspace/usage')({ component: Usage })

function Usage() {
  const workspace = useWorkspace().id
  const { data: usage, error, refetch } = useQuery(read('getUsage', { workspace }))
  const texts = usage?.days.reduce((sum, day) => sum + day.texts, 0) ?? 0
  return (
    <>
      <PageHead
        title={words.title}
        action={
          <DownloadCsv operation="getUsage" input={{ workspace }} fileName={`usage-${workspace}.csv`} />
        }
      />
      {error && !usage ? (
        <ErrorPanel error={error} onRetry={() => void refetch()} />
      ) : !usage ? (
        <Skeleton lines={12} />
      ) : (
        <>
          <Meters usage={usage} />
          <section className="section">
            <h2>{words.chartTitle}</h2>
            <p className={`pencil small ${styles.total}`}>
              {texts === 0 ? words.noTexts : words.total(texts)}
            </p>
            {texts > 0 && (
              <BarChart
                name={words.chart}
                heads={[words.day, words.texts]}
                format={words.number}
                bars={usage.days.map((day) => ({ label: words.dayName(day.day), value: day.texts }))}
              />
            )}
          </section>
          <PlanInWords usage={usage} />
        </>
      )}
    </>
  )
}
