import { getSimulator } from './get-simulator.ts'
import { listSimulatedPeople } from './list-simulated-people.ts'
import { listSimulatedTexts } from './list-simulated-texts.ts'
import { sendSimulatedText } from './send-simulated-text.ts'
import { updateSimulator } from './update-simulator.ts'

export const simulatorEndpoints = [
  getSimulator,
  updateSimulator,
  listSimulatedPeople,
  listSimulatedTexts,
  sendSimulatedText,
]
