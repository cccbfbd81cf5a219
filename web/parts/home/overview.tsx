import { useQuery } from '@tanstack/react-query'
import { read } from '../../api/queries.ts'
import { SkeletonLine } from '../../ui/page/skeleton.tsx'
import { homeWords } from '../../words/words.ts'
import { useWorkspace } from '../session/session.ts'
import styles from './home.module.css'

const words = homeWords.overview

/** The state of the workspace in four facts. */
export function Overview() {
  const { id: workspace } = useWorkspace()
  const { data } = useQuery(read('getOverview', { workspace }))
  const { numbers, failures } = data ?? {}
  return (
    <section className="section" aria-labelledby="overview">
      <h2 id="overview">{words.title}</h2>
      <dl className={styles.facts}>
        <Fact
          name={words.numbers}
          value={
            numbers && (numbers.total === 0 ? words.noNumbers : words.online(numbers.online, numbers.total))
          }
        />
        <Fact name={words.failures} value={failures && words.failed(failures.texts, failures.deliveries)} />
      </dl>
    </section>
  )
}

function Fact({ name, value }: { readonly name: string; readonly value: string | undefined }) {
  return (
    <div>
      <dt>{name}</dt>
      <dd>{value ?? <SkeletonLine />}</dd>
    </div>
  )
}
