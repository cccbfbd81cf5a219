import { useEffect, useRef, useState } from 'react'
import type { Data } from '../../api/call.ts'
import { Button } from '../../ui/action/button.tsx'
import { Copyable } from '../../ui/data/copyable.tsx'
import { Facts } from '../../ui/data/facts.tsx'
import { Countdown } from '../../ui/data/time.tsx'
import { Dialog, DialogActions } from '../../ui/dialog/dialog.tsx'
import { FormError } from '../../ui/form/form-error.tsx'
import { useNow } from '../../ui/now.ts'
import { Skeleton } from '../../ui/page/skeleton.tsx'
import { numberWords } from '../../words/words.ts'
import { type Phone, phoneName } from './numbers.ts'
import styles from './connect-phone.module.css'

const words = numberWords.connect

export type Enrolment = Data<'enrolPhone'>

interface ConnectPhoneProps {
  readonly open: boolean
  readonly onClose: () => void
  /** The phone that is connected now, kept up to date. */
  readonly phone: Pick<Phone, 'name' | 'enrolled_at'> | null
  /** Whether the person asked for a code: without a phone to cut off, it is made at once. */
  readonly begins: boolean
  /** Makes a code and a token, and cuts off the connected phone. */
  readonly enrol: () => Promise<Enrolment>
}

/** Connect phone: shows the code until a phone has connected with it. */
export function ConnectPhone(props: ConnectPhoneProps) {
  return (
    <Dialog open={props.open} onClose={props.onClose} title={words.title} size="form">
      <Connecting {...props} />
    </Dialog>
  )
}

interface Made {
  readonly enrolment: Enrolment
  /** When the phone before it connected. */
  readonly before: string | undefined
}

/** Mounted with the open dialog, so that its state ends with it. */
function Connecting({ onClose, phone, begins, enrol }: ConnectPhoneProps) {
  const [made, setMade] = useState<Made>()
  const [error, setError] = useState<unknown>()
  const [busy, setBusy] = useState(false)
  const make = async () => {
    setBusy(true)
    setError(undefined)
    try {
      setMade({ enrolment: await enrol(), before: phone?.enrolled_at })
    } catch (thrown) {
      setError(thrown)
    }
    setBusy(false)
  }
  const atOnce = useRef(begins && phone === null)
  useEffect(() => {
    if (!atOnce.current) return
    atOnce.current = false
    void make()
  })
  if (made && phone && phone.enrolled_at !== made.before)
    return <Connected name={phoneName(phone)} onClose={onClose} />
  if (made) return <Steps enrolment={made.enrolment} busy={busy} error={error} onAgain={() => void make()} />
  if (begins && phone === null && error === undefined) return <Skeleton lines={12} />
  return (
    <div className="stack">
      <p>{phone ? words.replaces(phoneName(phone)) : words.begins}</p>
      <FormError error={error} />
      <DialogActions>
        <Button kind={phone ? 'danger' : 'filled'} busy={busy} onClick={() => void make()}>
          {words.go}
        </Button>
      </DialogActions>
    </div>
  )
}

interface StepsProps {
  readonly enrolment: Enrolment
  readonly busy: boolean
  readonly error: unknown
  readonly onAgain: () => void
}

function Steps({ enrolment, busy, error, onAgain }: StepsProps) {
  const { url, token, code, qr } = enrolment
  return (
    <div className="stack">
      {!url.startsWith('https:') && <p className={styles.warning}>{words.httpsOnly}</p>}
      <div className={styles.columns}>
        <ol className={styles.steps}>
          <li>{words.install}</li>
          <li>
            {words.settings}
            <Facts
              of={[
                [words.url, <Copyable key="url" text={url} what={words.url} />],
                [words.token, <Copyable key="token" text={token} what={words.token} />],
                [words.channel, words.sse],
              ]}
            />
          </li>
          <li>
            {words.online}
            <p className={styles.code}>
              <span>{code.slice(0, 4)}</span>
              <span>{code.slice(4)}</span>
            </p>
            <Lifetime of={enrolment} busy={busy} onAgain={onAgain} />
          </li>
        </ol>
        <figure className={styles.qr}>
          <img alt={words.qr} src={`data:image/svg+xml,${encodeURIComponent(qr)}`} width={176} height={176} />
          <figcaption>{words.qrNote}</figcaption>
        </figure>
      </div>
      <FormError error={error} />
      <output className={styles.waiting}>{words.waiting}</output>
    </div>
  )
}

function Lifetime({ of: { expires_at: expiresAt }, busy, onAgain }: LifetimeProps) {
  const now = useNow(1)
  if (new Date(expiresAt) > now)
    return (
      <p className="pencil">
        {words.works} <Countdown to={expiresAt} />.
      </p>
    )
  return (
    <div className={styles.expired}>
      <p>{words.expired}</p>
      <Button icon="refresh" busy={busy} onClick={onAgain}>
        {words.again}
      </Button>
    </div>
  )
}

interface LifetimeProps extends Pick<StepsProps, 'busy' | 'onAgain'> {
  readonly of: Enrolment
}

function Connected({ name, onClose }: { readonly name: string; readonly onClose: () => void }) {
  return (
    <div className="stack">
      <output className={styles.connected}>{words.connected(name)}</output>
      <p>{words.connectedNote}</p>
      <DialogActions>
        <Button kind="filled" onClick={onClose}>
          {words.done}
        </Button>
      </DialogActions>
    </div>
  )
}
