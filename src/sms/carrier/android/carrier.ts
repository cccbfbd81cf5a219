import { purgeJob } from '../../purge-job.ts'
import { unlimited } from '../../number/send-rate.ts'
import type { Carrier } from '../carrier.ts'
import { deleteParts } from './item/parts-store.ts'
import { deleteSettled } from './item/store.ts'
import { addPhone, disconnectPhone } from './phone/manage-phones.ts'
import { countPaused, setPaused } from './phone/store.ts'
import { watchPhones } from './phone/watch-phones.ts'
import { deleteTexts } from './post/store.ts'

/** Phones with the app "SMS Gateway for Android". They poll; `wakePhones` runs where they connect. */
export const android: Carrier = {
  name: 'android',
  isSimulated: false,
  startsOnline: false,
  // Android lets an app send 30 parts in half an hour before it asks the owner of the phone.
  sendRateDefault: {
    ...unlimited,
    perHalfHour: 30,
    perDay: 500,
    warmsUp: true,
    outstandingMax: 3,
    coolsDown: true,
  },
  setUp: addPhone,
  switchOnline: (tx, numberId, online) => setPaused(tx, numberId, !online),
  cutOff: disconnectPhone,
  countPaused,
  loops: [watchPhones()],
  jobs: [
    purgeJob({
      name: 'purge-phone-items',
      every: '53 3 * * *',
      // Networks report a delivery within days.
      keptDays: 30,
      deletions: [(database, _before, countMax) => deleteSettled(database, countMax), deleteParts],
    }),
    // As long as sms.inbound recognizes repeats.
    purgeJob({ name: 'purge-phone-texts', every: '47 3 * * *', keptDays: 30, deletions: [deleteTexts] }),
  ],
}
