import { useState } from 'react'
import { callPath, type Input, type OperationId } from '../../api/call.ts'
import { routes } from '../../api/operations.ts'
import { Button } from '../../ui/action/button.tsx'
import { toast } from '../../ui/toasts/toast.ts'
import { uiWords } from '../../words/words.ts'

interface DownloadCsvProps<Id extends OperationId> {
  /** An operation that also answers with CSV. */
  readonly operation: Id
  readonly input: Input<Id>
  readonly fileName: string
  /** Of the button. */
  readonly label?: string
}

/** Saves the answer of an operation as a CSV file. */
export function DownloadCsv<Id extends OperationId>({
  operation,
  input,
  fileName,
  label = uiWords.downloadCsv,
}: DownloadCsvProps<Id>) {
  const [busy, setBusy] = useState(false)
  const download = async () => {
    setBusy(true)
    try {
      const [method, path] = routes[operation]
      const { data } = await callPath<{ readonly data: Response }>(method, path, input, {
        headers: { Accept: 'text/csv' },
      })
      save(await data.blob(), fileName)
    } catch (error) {
      toast.fail(error)
    } finally {
      setBusy(false)
    }
  }
  return (
    <Button icon="download" busy={busy} onClick={() => void download()}>
      {label}
    </Button>
  )
}

function save(bytes: Blob, fileName: string): void {
  const url = URL.createObjectURL(bytes)
  const link = Object.assign(document.createElement('a'), { href: url, download: fileName })
  link.click()
  URL.revokeObjectURL(url)
}
