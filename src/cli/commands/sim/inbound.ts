import { simulateInbound } from '../../../sms/carrier/simulator/operate-simulator.ts'
import { defineCommand } from '../../command.ts'
import { id, words } from '../../value.ts'

export const simInbound = defineCommand({
  words: ['sim', 'inbound'],
  summary: 'Simulator: receive a text on a number',
  options: {
    number: { value: id, required: true, description: 'id of the simulator number that is texted' },
    from: { value: words('PHONE'), required: true, description: 'the sender, as a network would show it' },
    body: { value: words('TEXT'), required: true, description: 'the text' },
  },
  example: "bureau sim inbound --number 3 --from +12025550123 --body 'Hello back'",

  async run(context, { number, from, body }) {
    return { ok: true, ...(await simulateInbound(context, { numberId: number, from, body })) }
  },
  print: (received) =>
    'unrouted' in received
      ? 'Received, but no account wrote to this phone from this number: it is on the unrouted list.'
      : `Received as message ${received.id}.`,
})
