import { anyDevice } from '../../../../identity/schemes/device.ts'
import { whole } from '../../../../api/body.ts'
import { noContent } from '../../../../api/result.ts'
import { deviceFlow } from '../../../../api/limiters.ts'
import { requireDevice } from '../phone/store.ts'
import { problem } from '../protocol/problems.ts'
import { parseJson } from '../protocol/read-json.ts'
import { phones } from '../protocol/service.ts'
import { applyReports } from './apply-reports.ts'
import { PhoneReport } from './model.ts'

const bytesMax = 256 * 1024
const reportsMax = 100

export const reportPhoneMessages = phones.endpoint('reportPhoneMessages', {
  method: 'PATCH',
  path: '/message',
  summary: 'Report what became of messages',
  description:
    'States only go forward; late and repeated reports change nothing. Reports that are not understood, or are about messages that the phone was not given, are ignored: the phone would send them again for hours.',
  who: anyDevice,

  body: whole({ bytesMax }),
  result: noContent,
  problems: [],

  async handle({ body }, context) {
    const reports = parseJson(await body())
    if (!Array.isArray(reports) || reports.length > reportsMax)
      throw problem.bad_request({ message: `The body must be a list of at most ${reportsMax} reports.` })
    const understood = reports.flatMap((each) => {
      const parsed = PhoneReport.safeParse(each)
      return parsed.success ? [parsed.data] : []
    })
    const { database, limiters, principal } = context
    await limiters.devices.run(deviceFlow(principal.numberId), async () =>
      applyReports(context, await requireDevice(database, principal), understood),
    )
  },
})
