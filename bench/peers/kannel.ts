import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { mkdir, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { setTimeout as delay } from 'node:timers/promises'
import { freePort } from '../../test/free-port.ts'
import { findProgram, isThere, startProcess, type StartPeer } from './peer.ts'

const fakeCarrier = '/usr/lib/kannel/test/fakesmsc'

/**
 * Debian: kannel and kannel-extras. The gateway, its HTTP sender and the carrier that takes what it is given and does
 * nothing; `url` is where texts are sent by HTTP.
 */
export const startKannel: StartPeer = async (directory) => {
  const [bearerbox, smsbox] = [findProgram('bearerbox'), findProgram('smsbox')]
  if (bearerbox === undefined || smsbox === undefined || !isThere(fakeCarrier)) return undefined
  await mkdir(directory, { recursive: true })
  const [admin, boxes, carrier, send] = [
    await freePort(),
    await freePort(),
    await freePort(),
    await freePort(),
  ]
  const config = join(directory, 'kannel.conf')
  await writeFile(config, configuration({ directory, admin, boxes, carrier, send }))
  const process = (name: string, program: string, port: number) => {
    const log = join(directory, `${name}.out`)
    return startProcess({ name: 'Kannel', program, args: ['-v', '1', config], port, root: directory, log })
  }
  const gateway = await process('bearerbox', bearerbox, admin)
  const carrierArguments = ['-H', '127.0.0.1', '-r', `${carrier}`, '-i', '1000000', '-m', '0', '1 2 text x']
  const taker = spawn(fakeCarrier, carrierArguments, { stdio: 'ignore' })
  const ended = once(taker, 'exit')
  const sender = await process('smsbox', smsbox, send)
  await delay(1000)
  return {
    ...sender,
    stop: async () => {
      await sender.stop()
      taker.kill('SIGKILL')
      await ended
      await gateway.stop()
    },
  }
}

/** Where and as whom its HTTP sender takes a text. */
export const kannelSend = '/cgi-bin/sendsms?username=bench&password=bench'

interface Settings {
  readonly directory: string
  readonly admin: number
  readonly boxes: number
  readonly carrier: number
  readonly send: number
}

const configuration = ({ directory, admin, boxes, carrier, send }: Settings): string => `
group = core
admin-port = ${admin}
admin-password = bench
admin-interface = 127.0.0.1
smsbox-port = ${boxes}
smsbox-interface = 127.0.0.1
smsbox-max-pending = 5000
log-file = "${directory}/bearerbox.log"
log-level = 1
box-deny-ip = "*.*.*.*"
box-allow-ip = "127.0.0.1"
dlr-storage = internal
store-type = file
store-location = "${directory}/kannel.store"

group = smsc
smsc = fake
smsc-id = taker
port = ${carrier}
connect-allow-ip = 127.0.0.1

group = smsbox
smsbox-id = sender
bearerbox-host = 127.0.0.1
sendsms-port = ${send}
sendsms-interface = 127.0.0.1
log-file = "${directory}/smsbox.log"
log-level = 1

group = sendsms-user
username = bench
password = bench
concatenation = true
max-messages = 10
default-sender = 15550000000

group = sms-service
keyword = default
text = "No service"
`
