import { useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { read } from '../../api/queries.ts'
import { Button } from '../../ui/action/button.tsx'
import { homeWords } from '../../words/words.ts'
import { useWorkspace } from '../session/session.ts'
import { EventsCard } from './events-card.tsx'
import styles from './home.module.css'
import { isMarked, mark } from './remembered.ts'
import { TextCard } from './text-card.tsx'
import { UploadCard } from './upload-card.tsx'

const hiddenKey = 'bureau_first_steps_hidden'

/** Three things to try, until this browser hides them. */
export function FirstSteps() {
  const { id: workspace } = useWorkspace()
  const [hidden, setHidden] = useState(() => isMarked(hiddenKey))
  const { data } = useQuery(read('getFirstSteps', { workspace }))
  const change = (next: boolean) => {
    mark(hiddenKey, next)
    setHidden(next)
  }
  if (hidden) return <Button onClick={() => change(false)}>{homeWords.show}</Button>
  return (
    <section aria-labelledby="first-steps">
      <div className={styles.head}>
        <div>
          <h2 id="first-steps">{homeWords.steps}</h2>
          <p className="pencil">{homeWords.stepsNote}</p>
        </div>
        <Button onClick={() => change(true)}>{homeWords.hide}</Button>
      </div>
      <div className={styles.cards}>
        <UploadCard done={data?.uploaded} />
        <TextCard done={data?.texted} />
        <EventsCard heard={data?.heard} />
      </div>
    </section>
  )
}
