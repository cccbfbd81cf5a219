import { switchStopWords } from '../../../sms/account/store.ts'
import { defineCommand } from '../../command.ts'
import { id, onOff } from '../../value.ts'

export const setStopWords = defineCommand({
  words: ['accounts', 'stop-words'],
  summary: 'Turn STOP, START, and HELP on or off for a workspace',
  positionals: {
    id: { value: id, description: 'id of the workspace' },
    stopWords: { value: onOff, description: 'whether Bureau handles them (on)' },
  },
  example: 'bureau accounts stop-words 18 off',

  async run(context, { id: workspaceId, stopWords }) {
    await switchStopWords(context.database, workspaceId, stopWords)
    return { ok: true, id: workspaceId, stop_words: stopWords }
  },
  print: (account) => `Workspace ${account.id}: stop words are ${account.stop_words ? 'on' : 'off'}.`,
})
