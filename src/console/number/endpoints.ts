import type { Endpoint } from '../../api/endpoint.ts'
import { disconnectPhone } from './disconnect-phone.ts'
import { enrolPhone } from './enrol-phone.ts'
import { getNumber } from './get-number.ts'
import { listNumbers } from './list-numbers.ts'

export const numberEndpoints: readonly Endpoint[] = [listNumbers, getNumber, enrolPhone, disconnectPhone]
