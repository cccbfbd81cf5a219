import { completeSetup } from './complete-setup.ts'
import { getSetup } from './get-setup.ts'
import { probeUpload } from './probe-upload.ts'

export const setupEndpoints = [getSetup, completeSetup, probeUpload]
