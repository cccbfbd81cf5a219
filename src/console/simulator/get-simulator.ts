import { z } from 'zod'
import { member } from '../../identity/schemes/session.ts'
import { usableSimulators } from '../../sms/carrier/simulator/person-store.ts'
import { inWorkspace } from '../adopted.ts'
import { console } from '../service.ts'
import { changesOf } from './find-simulator.ts'
import { SimulatedNumber, toSimulatedNumber } from './model.ts'

const numbersMax = 100

export const getSimulator = console.endpoint('getSimulator', {
  method: 'GET',
  path: '/workspaces/{workspace}/simulator',
  summary: 'Get the simulated numbers that the workspace may use',
  description: 'At most 100: first its own, then those of the pool. None where all numbers are real.',
  who: member,
  plan: 'sms',
  params: inWorkspace,
  result: z.object({ numbers: z.array(SimulatedNumber) }),
  problems: [],

  async handle(_input, { database, principal }) {
    const [rows, may] = await Promise.all([
      usableSimulators(database, principal.workspaceId, { countMax: numbersMax }),
      changesOf(database, principal),
    ])
    return { numbers: rows.map((row) => toSimulatedNumber(row, may)) }
  },
})
