import { OperatorError } from './operator-error.ts'
import { version } from './version.ts'

/** Refuses an installation that this version can't read. `usedBy` is the version that used it last. */
export const newerVersion = (usedBy: string): OperatorError =>
  new OperatorError(
    `This installation was last used by Bureau ${usedBy}, and this is Bureau ${version}. ` +
      `Install that version or a newer one: npm install --global ./bureau-${usedBy}.tgz`,
  )
