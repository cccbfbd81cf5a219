import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { describe, expect, test } from 'vitest'
import { derivedFiles } from '../tools/generate.ts'

describe('committed files', () => {
  test.each([...derivedFiles()])('%s is what `npm run generate` writes', (path, text) => {
    expect(readFileSync(join(import.meta.dirname, '..', path), 'utf8')).toBe(text)
  })
})
