import { listPlans as list } from '../../../identity/plan/store.ts'
import { defineCommand } from '../../command.ts'
import { listedMax } from '../../listing.ts'
import { table } from '../../text.ts'

export const listPlans = defineCommand({
  words: ['plans', 'list'],
  summary: `List plans, at most ${listedMax}`,
  example: 'bureau plans list',

  run: async ({ database }) => ({ plans: await list(database, listedMax) }),
  print: ({ plans }) =>
    table(
      ['name', 'services', 'texts a day', 'payg', 'cap micros', 'price micros', 'users'],
      plans.map((plan) => [
        plan.name,
        plan.services.join(',') || 'none',
        String(plan.sms_daily),
        plan.payg ? 'on' : 'off',
        String(plan.cap_micros),
        String(plan.price_micros),
        String(plan.users),
      ]),
    ),
})
