import { useState } from 'react'
import { TextInput } from '../../ui/form/text-input.tsx'
import { useNow } from '../../ui/now.ts'
import { operatorWords } from '../../words/words.ts'
import { DownloadCsv } from '../page/download-csv.tsx'
import styles from './operator.module.css'

const words = operatorWords.audit

/** The usage of all workspaces in a month, as a file. */
export function UsageDownload() {
  const now = useNow()
  const [chosen, setChosen] = useState<string>()
  const month = chosen ?? now.toISOString().slice(0, 7)
  return (
    <section className="section stack">
      <h2>{words.usage}</h2>
      <p>{words.usageSentence}</p>
      <div className={styles.month}>
        <TextInput type="month" label={words.month} value={month} onChange={setChosen} />
        <DownloadCsv
          operation="getMonthlyUsage"
          input={{ query: { month } }}
          fileName={`usage-${month}.csv`}
          label={words.download}
        />
      </div>
    </section>
  )
}
