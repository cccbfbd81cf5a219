import { Gauge, type Registry } from 'prom-client'
import { monotonicMs } from '../clock.ts'
import { withDeadline } from '../deadline.ts'
import type { PlatformContext } from '../context.ts'

/** The values of all gauges of a survey for one set of labels. */
export interface SurveyRow<Name extends string = string, Label extends string = string> {
  readonly labels: Readonly<Record<Label, string>>
  readonly values: Readonly<Record<Name, number>>
}

/** Gauges whose values cost a query or a call of the system. Listed in its service's `surveys.ts`. */
export interface Survey<
  Context = PlatformContext,
  Name extends string = string,
  Label extends string = string,
> {
  /** Name without `bureau_` → meaning. */
  readonly gauges: Readonly<Record<Name, string>>
  readonly labels: readonly Label[]
  /** Cheap whatever there is: along an index, and up to a bound. */
  readonly read: (context: Context) => Promise<readonly SurveyRow<Name, Label>[]>
}

export function defineSurvey<
  Context = PlatformContext,
  const Name extends string = string,
  const Label extends string = string,
>(survey: Survey<Context, Name, Label>): Survey<Context> {
  return survey
}

/** What a survey counts row by row, it counts this far: a backlog must not make it worse that somebody looks at it. */
export const surveyedMax = 10_000

/** However often and by however many scrapers it is asked, a survey is read no more often. */
const readEveryMs = 5_000
/** The other metrics do not wait longer for a database that hangs. */
const readMsMax = 2_000

/** Adds the gauges of a survey. While it cannot be read they have no values, and the other metrics are told all the same. */
export function addSurvey<Context>(registry: Registry, survey: Survey<Context>, context: Context): void {
  const read = sampled(() => withDeadline(readMsMax, () => survey.read(context)))
  for (const [name, help] of Object.entries(survey.gauges)) {
    const gauge = new Gauge({
      name: `bureau_${name}`,
      help,
      labelNames: survey.labels,
      registers: [registry],
      async collect() {
        const rows = await read()
        gauge.reset()
        // Without labels a reset leaves 0, which is not known either.
        if (rows.length === 0 && survey.labels.length === 0) gauge.remove()
        for (const { labels, values } of rows) gauge.set(labels, values[name] ?? 0)
      },
    })
  }
}

/** One reading serves all who ask within the next seconds; one that failed does too, so that nothing piles up. */
function sampled(read: () => Promise<readonly SurveyRow[]>): () => Promise<readonly SurveyRow[]> {
  let reading: Promise<readonly SurveyRow[]> = Promise.resolve([])
  let readMs = -Infinity
  return () => {
    if (monotonicMs() - readMs < readEveryMs) return reading
    readMs = monotonicMs()
    return (reading = read().catch(() => []))
  }
}
