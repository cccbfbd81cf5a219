import { z } from 'zod'
import { Csv } from '../../api/result.ts'
import { storageOf } from '../../files/public.ts'
import { member } from '../../identity/schemes/session.ts'
import { utcDay } from '../../platform/clock.ts'
import { csvRecord, wantsCsv } from '../../platform/csv.ts'
import { inWorkspace } from '../adopted.ts'
import { console } from '../service.ts'
import { WorkspaceUsage } from './model.ts'
import { lastDays, nextDay, toAmount } from './rules.ts'
import { findTerms, listDays, type DayOfTexts } from './store.ts'

type Day = z.output<typeof WorkspaceUsage>['days'][number]

export const getUsage = console.endpoint('getUsage', {
  method: 'GET',
  path: '/workspaces/{workspace}/usage',
  summary: 'Get the storage and the texts that the workspace used, and its plan',
  description: 'With `Accept: text/csv` the answer is a file with the days.',
  who: member,
  params: z.object({ ...inWorkspace.shape }),
  result: WorkspaceUsage,
  csv: true,
  problems: [],

  async handle(_input, { principal: { workspaceId, role }, database, clock, call }) {
    const now = clock.now()
    const shown = lastDays(now).map(utcDay)
    const [today = '', month] = [shown.at(-1), utcDay(now).slice(0, 7)]
    const [storage, terms, rows] = await Promise.all([
      storageOf({ database }, workspaceId),
      findTerms(database, workspaceId),
      listDays(database, workspaceId, { from: shown[0] ?? today, to: today }),
    ])
    const seesCharges = role !== 'member'
    const days = shown.map((day) => toDay(day, rows, seesCharges))
    if (wantsCsv(call.headers['accept'])) return toCsv(workspaceId, days)
    const charged = rows
      .filter(({ day }) => day.startsWith(month))
      .reduce((sum, { charged_micros: micros }) => sum + micros, 0)
    return {
      storage,
      texts: {
        today: days.at(-1)?.texts ?? 0,
        allowance: terms.active && terms.services.includes('sms') ? terms.sms_daily : 0,
        resets_at: nextDay(now).toISOString(),
      },
      metered: seesCharges
        ? {
            amount: toAmount(charged),
            cap: toAmount(terms.payg ? terms.cap_micros : 0),
            price: toAmount(terms.price_micros),
          }
        : null,
      days,
      plan: { active: terms.active, services: [...terms.services], metering: terms.payg },
    }
  },
})

function toDay(day: string, rows: readonly DayOfTexts[], seesCharges: boolean): Day {
  const row = rows.find((each) => each.day === day)
  return {
    day,
    texts: row?.recipients ?? 0,
    metered: seesCharges ? toAmount(row?.charged_micros ?? 0) : null,
  }
}

/** Members get no column of charges. */
function toCsv(workspaceId: number, days: readonly Day[]): Csv {
  const seesCharges = days[0]?.metered !== null
  const lines = [
    csvRecord(['day', 'texts', ...(seesCharges ? ['metered'] : [])]),
    ...days.map(({ day, texts, metered }) => csvRecord([day, texts, ...(seesCharges ? [metered] : [])])),
  ]
  return new Csv({ fileName: `usage-${workspaceId}.csv`, records: () => lines })
}
