import { readFileSync } from 'node:fs'
import { OperatorError } from './operator-error.ts'

const { version: packaged } = JSON.parse(
  readFileSync(new URL('../../package.json', import.meta.url), 'utf8'),
) as { readonly version: string }

export const version = packaged

/** Refuses an installation that this version can't read. `usedBy` is the version that used it last. */
export const newerVersion = (usedBy: string): OperatorError =>
  new OperatorError(
    `This installation was last used by Bureau ${usedBy}, and this is Bureau ${version}. ` +
      `Install that version or a newer one: npm install --global ./bureau-${usedBy}.tgz`,
  )
