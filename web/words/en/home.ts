import { number } from './grammar.ts'

const counted = (count: number): string => (count >= 1000 ? '1,000+' : number(count))

export const homeWords = {
  title: 'Home',
  steps: 'Try Bureau',
  stepsNote: 'From here, or from your terminal: each turns to Done when the call arrives.',
  hide: 'Hide',
  show: 'Show the first steps',
  done: 'Done',
  notYet: 'Not yet',
  command: 'command',
  key: {
    services: { files: 'files', sms: 'SMS' },
    what: (service: string) => `$KEY is an API key for ${service}.`,
    none: 'You have none yet:',
    create: 'Create key',
    see: 'See the keys',
  },
  upload: {
    title: 'Upload a file',
    sentence: 'Any file of up to 100 GB.',
    choose: 'Choose file',
    notInPlan: 'Your plan does not include files.',
  },
  text: {
    title: 'Send a text',
    sentence: 'A simulated number sends it, so no phone rings. Real numbers send to real phones.',
    phone: 'Phone number',
    body: 'Hello',
    send: 'Send text',
    notInPlan: 'The plan of this workspace’s owner does not include texts.',
    to: (phone: string) => `To ${phone}`,
    answer: 'Answer it in the simulator',
  },
  events: {
    title: 'Watch events',
    sentence: 'What changes in this workspace, as it happens. A webhook gets the same, signed.',
    list: 'Events',
    none: 'Nothing has happened since you opened this page.',
    happened: {
      files: 'A file or folder changed',
      shares: 'A share changed',
      messages: 'A text changed',
      groups: 'A group changed',
      numbers: 'A number changed',
      members: 'A member changed',
      keys: 'An API key changed',
      webhooks: 'A webhook changed',
      deliveries: 'A webhook was called',
    },
    other: 'Something changed',
  },
  overview: {
    title: 'This workspace',
    numbers: 'Numbers online',
    online: (online: number, total: number) =>
      total === 0 ? 'No numbers' : `${number(online)} of ${number(total)}`,
    silent: (phones: number) => (phones === 1 ? '1 phone is silent' : `${number(phones)} phones are silent`),
    failures: 'Failures in 24 hours',
    failedTexts: (count: number) => `${counted(count)} ${count === 1 ? 'text' : 'texts'}`,
    failedDeliveries: (count: number) => `${counted(count)} ${count === 1 ? 'delivery' : 'deliveries'}`,
    noFailures: 'None',
    noTexts: 'No texts',
  },
}
