import { createFileRoute } from '@tanstack/react-router'
import { ChangePasswordForm } from '../parts/me/change-password-form.tsx'
import styles from '../parts/me/me.module.css'
import { Sessions } from '../parts/me/sessions.tsx'
import { useSession } from '../parts/session/session.ts'
import { buttonClass } from '../ui/action/button.tsx'
import { Status } from '../ui/data/status.tsx'
import { PageHead } from '../ui/page/page-head.tsx'
import { meWords } from '../words/words.ts'

const words = meWords.security

export const Route = createFileRoute('/me/security')({ component: Security })

function Security() {
  return (
    <>
      <PageHead title={words.title} />
      <section className={styles.first}>
        <h2>{words.password}</h2>
        <p className={styles.note}>{words.passwordNote}</p>
        <ChangePasswordForm />
      </section>
      <TwoStep />
      <Sessions />
    </>
  )
}

/** It is set up on a page of the server. */
function TwoStep() {
  const { user } = useSession()
  return (
    <section className="section">
      <h2>{words.twoStep}</h2>
      <p className={styles.note}>{words.twoStepNote}</p>
      <div className={styles.twoStep}>
        <Status word={user.two_step ? words.twoStepOn : words.twoStepOff} />
        <a href="/two-step" className={buttonClass()}>
          {user.two_step ? words.manage : words.setUp}
        </a>
      </div>
    </section>
  )
}
