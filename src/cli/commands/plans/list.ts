import { listPlans as list } from '../../../identity/plan/store.ts'
import { defineCommand } from '../../command.ts'
import { listedMax, printList } from '../../listing.ts'

export const listPlans = defineCommand({
  words: ['plans', 'list'],
  summary: `List plans, at most ${listedMax}`,
  example: 'bureau plans list',

  run: async ({ database }) => ({ plans: await list(database, listedMax) }),
  print: ({ plans }) =>
    printList({
      nothing: 'There are no plans.',
      rows: plans,
      columns: {
        name: (plan) => plan.name,
        services: (plan) => plan.services.join(',') || 'none',
        'texts a day': (plan) => plan.sms_daily,
        payg: (plan) => (plan.payg ? 'on' : 'off'),
        'cap micros': (plan) => plan.cap_micros,
        'price micros': (plan) => plan.price_micros,
        users: (plan) => plan.users,
      },
    }),
})
