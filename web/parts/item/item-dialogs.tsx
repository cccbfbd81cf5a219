import { useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { read } from '../../api/queries.ts'
import { Button } from '../../ui/action/button.tsx'
import { Dialog, DialogActions } from '../../ui/dialog/dialog.tsx'
import { Form, FormActions, SubmitButton } from '../../ui/form/form.tsx'
import { TextInput } from '../../ui/form/text-input.tsx'
import { ErrorPanel } from '../../ui/page/error-panel.tsx'
import { Skeleton } from '../../ui/page/skeleton.tsx'
import { itemWords as words, uiWords } from '../../words/words.ts'
import { FolderPicker } from './folder-picker.tsx'
import type { FolderId, Item } from './item.ts'
import { rename } from '../change/naming.ts'
import { NewFolderForm } from './new-folder-form.tsx'
import { transfer, type TransferKind } from '../change/transfer.ts'

/** What a dialog asks about. */
export type Asked =
  | { readonly kind: 'rename'; readonly item: Item }
  | { readonly kind: 'folder'; readonly parent: FolderId }
  | { readonly kind: TransferKind; readonly items: readonly Item[] }

interface ItemDialogsProps {
  readonly workspace: string
  /** The last one stays while its dialog closes. */
  readonly asked: Asked
  readonly open: boolean
  readonly onClose: () => void
  readonly onCreated: (folder: Item) => void
}

/** The dialogs of item actions, fetched with the first one. */
export function ItemDialogs({ workspace, asked, open, onClose, onCreated }: ItemDialogsProps) {
  if (asked.kind === 'rename')
    return (
      <Dialog open={open} onClose={onClose} title={words.rename.title}>
        <RenameForm workspace={workspace} item={asked.item} onClose={onClose} />
      </Dialog>
    )
  if (asked.kind === 'folder')
    return (
      <Dialog open={open} onClose={onClose} title={words.folder.title}>
        <NewFolderForm
          place={{ workspace, folder: asked.parent }}
          onCancel={onClose}
          onCreated={(folder) => {
            onClose()
            onCreated(folder)
          }}
        />
      </Dialog>
    )
  return (
    <Dialog open={open} onClose={onClose} title={words[asked.kind].title} size="form">
      <PlaceForm workspace={workspace} kind={asked.kind} items={asked.items} onClose={onClose} />
    </Dialog>
  )
}

interface RenameFormProps {
  readonly workspace: string
  readonly item: Item
  readonly onClose: () => void
}

function RenameForm({ workspace, item, onClose }: RenameFormProps) {
  const stem = item.type === 'file' && item.extension !== '' ? -item.extension.length - 1 : undefined
  return (
    <Form<{ name: string }>
      wide
      onSubmit={async ({ name }) => {
        await rename(workspace, item, name)
        onClose()
      }}
    >
      <TextInput
        label={words.rename.name}
        name="name"
        defaultValue={item.name}
        maxLength={255}
        // The extension usually stays.
        onFocus={({ currentTarget }) => currentTarget.setSelectionRange(0, item.name.slice(0, stem).length)}
      />
      <FormActions>
        <Button onClick={onClose}>{uiWords.cancel}</Button>
        <SubmitButton>{words.rename.save}</SubmitButton>
      </FormActions>
    </Form>
  )
}

interface PlaceFormProps {
  readonly workspace: string
  readonly kind: TransferKind
  readonly items: readonly Item[]
  readonly onClose: () => void
}

/** Begins where the items are. */
function PlaceForm(props: PlaceFormProps) {
  const { workspace, kind, items, onClose } = props
  const [folder] = useState(() => items[0]?.parent_id ?? null)
  const query = useQuery({
    ...read('files.getFolder', { workspace, id: folder ?? '' }),
    enabled: folder !== null,
  })
  if (query.error) return <ErrorPanel error={query.error} onRetry={() => void query.refetch()} />
  if (folder !== null && !query.data) return <Skeleton lines={6} />
  const { here: verb, itself } = words[kind]
  const folders = items.filter(({ type }) => type === 'folder')
  return (
    <FolderPicker
      workspace={workspace}
      {...(query.data && { start: query.data.path })}
      blocked={new Map(folders.map(({ id }) => [id, itself]))}
      canCreate
      actions={(here) => {
        const target = here?.id ?? null
        const isThere = kind === 'move' && items.every(({ parent_id: parent }) => parent === target)
        return (
          <DialogActions>
            <Button onClick={onClose}>{uiWords.cancel}</Button>
            <Button
              kind="filled"
              disabledReason={isThere ? words.move.alreadyHere : undefined}
              onClick={() => {
                onClose()
                void transfer(kind, items, { workspace, folder: target })
              }}
            >
              {verb}
            </Button>
          </DialogActions>
        )
      }}
    />
  )
}
