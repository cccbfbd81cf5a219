import { setSimulator } from '../../../sms/carrier/simulator/operate-simulator.ts'
import { defineCommand } from '../../command.ts'
import { fraction, id, int4Max, wholeNumber, yesNo } from '../../value.ts'

export const simSet = defineCommand({
  words: ['sim', 'set'],
  summary: 'Simulator: change how a virtual phone behaves; omitted options stay unchanged',
  options: {
    number: { value: id, required: true, description: 'id of a simulator number' },
    deliverMs: { value: wholeNumber(0, int4Max), description: 'milliseconds from sent to delivered' },
    failRate: { value: fraction, description: 'share of texts that fail' },
    busyRate: {
      value: fraction,
      description: 'share of attempts that fail temporarily and are retried',
    },
    hold: { value: yesNo, description: 'whether texts stay sent, without a delivery report' },
    offlineMs: {
      value: wholeNumber(0, int4Max),
      description: 'milliseconds to stay offline, from now on',
    },
  },
  example: 'bureau sim set --number 3 --deliver-ms 2000 --fail-rate 0.1',

  async run(context, { number, ...behaviour }) {
    return { ok: true, ...(await setSimulator(context, { numberId: number, ...behaviour })) }
  },
  print: (phone) =>
    `Number ${phone.id}: delivered after ${phone.deliver_ms} ms, fail rate ${phone.fail_rate}, ` +
    (phone.hold ? 'holding.' : 'not holding.') +
    (phone.offline_until === undefined ? '' : ` Offline until ${phone.offline_until}.`),
})
