import { describe, expect, test } from 'vitest'
import { silentLog } from '../../test/log.ts'
import { connectionLimits, openFilesMax } from './connection-limits.ts'

const database = { url: undefined, connections: 10 }
const byDefault = { max: undefined, perAddressMax: undefined }

describe('connectionLimits', () => {
  test('are 10,000 and 1,000 where a process may open many files', () => {
    const expected = { max: 10_000, perAddressMax: 1000 }
    for (const files of [1_048_576, Number.POSITIVE_INFINITY])
      expect(connectionLimits({ connections: byDefault, database }, files, silentLog)).toEqual(expected)
  })

  test('leave 256 files and two for each connection of the database, and need two each', () => {
    const limits = (files: number) => connectionLimits({ connections: byDefault, database }, files, silentLog)
    expect(limits(1024)).toEqual({ max: 374, perAddressMax: 94 })
    expect(limits(4096)).toEqual({ max: 1910, perAddressMax: 478 })
    expect(limits(64)).toEqual({ max: 16, perAddressMax: 4 })
  })

  test('are what the operator says, as far as there are files, and a warning tells when there are not', () => {
    const warned: object[] = []
    const log = { ...silentLog, warn: (fields: object) => void warned.push(fields) }
    const connections = { max: 300, perAddressMax: 300 }
    expect(connectionLimits({ connections, database }, 1024, log)).toEqual(connections)
    expect(warned).toEqual([])
    expect(connectionLimits({ connections, database }, 512, log)).toEqual({ max: 118, perAddressMax: 300 })
    expect(warned).toEqual([{ open_files: 512, connections: 118 }])
  })
})

describe('openFilesMax', () => {
  test('knows the limit of this process', () => {
    expect(openFilesMax()).toBeGreaterThanOrEqual(256)
  })
})
