import { useEffect, useRef } from 'react'
import { Button } from '../../ui/action/button.tsx'
import { Form, FormActions, SubmitButton } from '../../ui/form/form.tsx'
import { TextInput } from '../../ui/form/text-input.tsx'
import { itemWords, uiWords } from '../../words/words.ts'
import type { Item } from './item.ts'
import { createFolder } from '../change/naming.ts'
import type { Place } from '../change/free-names.ts'

const { folder: words } = itemWords

interface NewFolderFormProps {
  readonly place: Place
  readonly label?: string
  readonly onCancel: () => void
  readonly onCreated: (folder: Item) => void
}

export function NewFolderForm({ place, label, onCancel, onCreated }: NewFolderFormProps) {
  const input = useRef<HTMLInputElement>(null)
  useEffect(() => input.current?.focus(), [])
  return (
    <Form<{ name: string }>
      wide
      {...(label !== undefined && { label })}
      onSubmit={async ({ name }) => onCreated(await createFolder(place, name))}
    >
      <TextInput label={words.name} name="name" ref={input} maxLength={255} />
      <FormActions>
        <Button onClick={onCancel}>{uiWords.cancel}</Button>
        <SubmitButton>{words.create}</SubmitButton>
      </FormActions>
    </Form>
  )
}
