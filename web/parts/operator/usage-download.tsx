import { useState } from 'react'
import { callPath } from '../../api/call.ts'
import { routes } from '../../api/operations.ts'
import { Button } from '../../ui/action/button.tsx'
import { TextInput } from '../../ui/form/text-input.tsx'
import { useNow } from '../../ui/now.ts'
import { toast } from '../../ui/toasts/toast.ts'
import { operatorWords } from '../../words/words.ts'
import styles from './operator.module.css'

const words = operatorWords.audit

/** The usage of all workspaces in a month, as a file. */
export function UsageDownload() {
  const now = useNow()
  const [chosen, setChosen] = useState<string>()
  const [busy, setBusy] = useState(false)
  const month = chosen ?? now.toISOString().slice(0, 7)
  const download = async () => {
    setBusy(true)
    try {
      const [method, path] = routes.getMonthlyUsage
      const headers = { Accept: 'text/csv' }
      const { data } = await callPath<{ readonly data: Response }>(
        method,
        path,
        { query: { month } },
        { headers },
      )
      save(await data.blob(), `usage-${month}.csv`)
    } catch (error) {
      toast.fail(error)
    } finally {
      setBusy(false)
    }
  }
  return (
    <section className="section stack">
      <h2>{words.usage}</h2>
      <p>{words.usageSentence}</p>
      <div className={styles.month}>
        <TextInput type="month" label={words.month} value={month} onChange={setChosen} />
        <Button icon="download" busy={busy} onClick={() => void download()}>
          {words.download}
        </Button>
      </div>
    </section>
  )
}

function save(bytes: Blob, fileName: string): void {
  const url = URL.createObjectURL(bytes)
  Object.assign(document.createElement('a'), { href: url, download: fileName }).click()
  URL.revokeObjectURL(url)
}
