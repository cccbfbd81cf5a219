import { useQuery } from '@tanstack/react-query'
import { Link } from '@tanstack/react-router'
import { useState } from 'react'
import type { Data } from '../../api/call.ts'
import { invalidate, read } from '../../api/queries.ts'
import { Status } from '../../ui/data/status.tsx'
import { Form, FormActions, SubmitButton } from '../../ui/form/form.tsx'
import { TextInput } from '../../ui/form/text-input.tsx'
import { homeWords, messageWords } from '../../words/words.ts'
import { sendKeys } from '../compose/draft.ts'
import { sendOnce } from '../compose/outbox.ts'
import { useSession, useWorkspace } from '../session/session.ts'
import styles from './home.module.css'
import { StepCard } from './step-card.tsx'

const words = homeWords.text
/** Of the numbers that are reserved for fiction. */
const firstPhone = '+12025550123'

type Message = Data<'sms.getMessage'>['message']

export function TextCard({ done }: { readonly done: boolean | undefined }) {
  const workspace = useWorkspace()
  const { sms_base_url: base } = useSession().installation
  const [phone, setPhone] = useState(firstPhone)
  const [keys] = useState(sendKeys)
  const [sent, setSent] = useState<Message>()
  const body = { to: phone, body: words.body }
  const send = async () => {
    const key = keys.keyFor(body)
    const answer = await sendOnce(workspace.id, body, key).catch((error: unknown) => {
      keys.failed(body, key)
      throw error
    })
    setSent(answer.messages[0])
    await invalidate(workspace.id, 'messages')
  }
  return (
    <StepCard
      title={words.title}
      sentence={words.sentence}
      done={done}
      service="sms"
      call={{ method: 'POST', url: `${base}/api/v1/messages`, body }}
    >
      <Form onSubmit={send}>
        <TextInput label={words.phone} name="to" type="tel" value={phone} onChange={setPhone} required />
        <FormActions>
          <SubmitButton
            kind="quiet"
            icon="send"
            disabledReason={workspace.services.includes('sms') ? undefined : words.notInPlan}
          >
            {words.send}
          </SubmitButton>
        </FormActions>
      </Form>
      <output className={styles.outcome}>{sent && <SentText message={sent} />}</output>
    </StepCard>
  )
}

/** Follows the text until the simulated phone has confirmed it, and leads to who got it. */
function SentText({ message }: { readonly message: Message }) {
  const { id: workspace } = useWorkspace()
  const { data } = useQuery(read('sms.getMessage', { workspace, id: message.id }))
  const { data: simulator } = useQuery(read('getSimulator', { workspace }))
  const { phone, status, number_id: number } = data?.message ?? message
  const isSimulated = simulator?.numbers.some(({ id }) => id === number) === true
  return (
    <>
      <Link to="/w/$workspace/messages/$phone" params={{ workspace: String(workspace), phone }}>
        {words.to(phone)}
      </Link>{' '}
      <Status word={messageWords.statuses[status]} />
      {isSimulated && number !== null && (
        <Link
          to="/w/$workspace/simulator"
          params={{ workspace: String(workspace) }}
          search={{ number, phone }}
        >
          {words.answer}
        </Link>
      )}
    </>
  )
}
