import { useQuery } from '@tanstack/react-query'
import { read } from '../../api/queries.ts'
import { CheckboxGroup } from '../../ui/form/checkbox-group.tsx'
import { RadioGroup } from '../../ui/form/radio-group.tsx'
import { Skeleton } from '../../ui/page/skeleton.tsx'
import { webhookWords } from '../../words/words.ts'
import { useWorkspace } from '../session/session.ts'
import type { SubscribedEvent } from './webhooks.ts'

export type EventChoice = 'all' | 'chosen'

interface EventFieldsProps {
  readonly choice: EventChoice
  readonly onChoice: (choice: EventChoice) => void
  readonly chosen: readonly SubscribedEvent[]
  readonly onChosen: (chosen: readonly SubscribedEvent[]) => void
  readonly error: string | undefined
}

/** All events, or a list to choose from. */
export function EventFields({ choice, onChoice, chosen, onChosen, error }: EventFieldsProps) {
  const workspace = useWorkspace()
  const events = useQuery(read('files.listWebhookEvents', { workspace: workspace.id }))
  const options = events.data?.map(({ event, description }) => ({
    value: event as SubscribedEvent,
    label: event,
    note: description,
  }))
  return (
    <>
      <RadioGroup
        label={webhookWords.events}
        value={choice}
        onChange={onChoice}
        inline
        options={[
          { value: 'all', label: webhookWords.eventChoice.all },
          { value: 'chosen', label: webhookWords.eventChoice.chosen },
        ]}
      />
      {choice === 'chosen' &&
        (options ? (
          <CheckboxGroup
            label={webhookWords.eventList}
            options={options}
            value={chosen}
            onChange={onChosen}
            error={error}
            code
          />
        ) : (
          <Skeleton lines={9} />
        ))}
    </>
  )
}
