import { addNumber } from './add-number.ts'
import { disconnectPhoneOfNumber } from './disconnect-phone-of-number.ts'
import { enrolPhoneOfNumber } from './enrol-phone-of-number.ts'
import { getOperatorNumber } from './get-operator-number.ts'
import { listOperatorNumbers } from './list-operator-numbers.ts'
import { removeNumber } from './remove-number.ts'
import { updateNumber } from './update-number.ts'

export const numberEndpoints = [
  listOperatorNumbers,
  getOperatorNumber,
  addNumber,
  updateNumber,
  removeNumber,
  enrolPhoneOfNumber,
  disconnectPhoneOfNumber,
]
