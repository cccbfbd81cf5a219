import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { describe, expect, test } from 'vitest'
import { derivedFiles } from '../tools/generate.ts'

describe('committed files', () => {
  test.each([...derivedFiles()])('%s is what `npm run generate` writes', (path, text) => {
    expect(readFileSync(join(import.meta.dirname, '..', path), 'utf8')).toBe(text)
  })
})

describe('what people read of them', () => {
  // The schema has columns that are ready for it.
  const read = [...derivedFiles()].filter(([path]) => /\.(md|json)$/.test(path))

  test.each(read)('%s advertises nothing that does not exist yet', (_path, text) => {
    expect(text).not.toMatch(/\bSMPP\b/i)
  })
})
