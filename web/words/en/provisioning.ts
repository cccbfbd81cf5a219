import { number } from './grammar.ts'

export const provisioningWords = {
  title: 'Provisioning access',
  note: 'With the provisioning API, your program creates accounts for your customers. An operator decides who may use it.',
  company: 'Company',
  companyHelp: 'On whose behalf you create accounts.',
  purpose: 'Purpose',
  purposeHelp: 'What your program does, and for whom it creates accounts.',
  monthlyAccounts: 'Accounts a month',
  monthlyAccountsHelp: 'An estimate. It is not a limit.',
  ask: 'Ask for access',
  asked: 'You asked for access. An operator decides.',
  change: 'Change the request',
  states: {
    none: { word: 'Off', sentence: '' },
    requested: {
      word: 'Requested',
      sentence: 'An operator decides. You get an e-mail, and this page changes by itself.',
    },
    approved: {
      word: 'Approved',
      sentence: 'You can create provisioning keys. They work while this access lasts.',
    },
    declined: {
      word: 'Declined',
      sentence: 'An operator declined your request. You can ask again and say more about it.',
    },
    revoked: {
      word: 'Revoked',
      sentence:
        'An operator ended your access, so your provisioning keys stopped working. You can ask again.',
    },
  },
  state: 'State',
  requestedAt: 'Asked',
  approvedAt: 'Approved',
  declinedAt: 'Declined',
  revokedAt: 'Revoked',
  accounts: (count: number) => number(count),
  createKey: 'Create key',
  firstCall: 'Create an account',
}
