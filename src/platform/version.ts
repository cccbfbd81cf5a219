import { readFileSync } from 'node:fs'

const { version: packaged } = JSON.parse(
  readFileSync(new URL('../../package.json', import.meta.url), 'utf8'),
) as { readonly version: string }

export const version = packaged
