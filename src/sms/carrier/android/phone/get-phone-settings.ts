import { anyDevice } from '../../../../identity/schemes/device.ts'
import { phones } from '../protocol/service.ts'
import { fetchedDigest, PhoneSettings, settingsOf } from './settings.ts'
import { noteFetched, requireDevice } from './store.ts'

export const getPhoneSettings = phones.endpoint('getPhoneSettings', {
  method: 'GET',
  path: '/settings',
  summary: 'Fetch the settings that the app takes from its server',
  who: anyDevice,

  result: PhoneSettings,
  problems: [],

  async handle(_input, { database, vault, principal }) {
    const settings = settingsOf(await requireDevice(database, principal), vault)
    await noteFetched(database, principal.deviceId, { settings: fetchedDigest(settings) })
    return settings
  },
})
