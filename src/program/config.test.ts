import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, describe, expect, test } from 'vitest'
import { configurationReference, originsOf, readConfig } from './config.ts'
import { blockedExtensionsDefault } from '../files/item/blocked-extensions.ts'
import { OperatorError } from '../platform/operator-error.ts'

const dataDir = '/srv/bureau'
const directory = mkdtempSync(join(tmpdir(), 'bureau-config-'))
afterAll(() => rmSync(directory, { recursive: true }))

function file(name: string, content: string): string {
  const path = join(directory, name)
  writeFileSync(path, content)
  return path
}

function problemsOf(env: Record<string, string>): string[] {
  try {
    readConfig(env, { dataDir })
  } catch (err) {
    if (err instanceof OperatorError) return err.message.split('\n').slice(1)
    throw err
  }
  return []
}

const key = Buffer.alloc(32, 7).toString('base64')

describe('readConfig', () => {
  test('has a default for everything', () => {
    expect(readConfig({}, { dataDir })).toMatchObject({
      host: '127.0.0.1',
      ports: { gateway: 8080, files: 8081, sms: 8082, phones: 8083 },
      publicOrigins: {},
      filesUpstream: undefined,
      tls: undefined,
      trustedProxies: 0,
      operations: { host: '127.0.0.1', port: 8084, portChosen: false },
      database: { url: undefined, connections: 10 },
      blobs: { kind: 'directory', directory: '/srv/bureau/blobs' },
      redisUrl: undefined,
      mail: { smtpUrl: undefined, from: { name: 'Bureau', address: 'bureau@localhost' } },
      secretKeys: undefined,
      webhookAllowHosts: [],
      auditDays: 365,
      requestLogDays: 7,
      messageDays: 36_500,
      organizationsMax: 10,
      workspaceItemsMax: 10_000_000,
      bytesInFlightMax: 214_748_364_800,
      logLevel: 'info',
      unknownNames: [],
    })
  })

  test('tells all problems at once, each with the name of its variable', () => {
    const problems = problemsOf({
      BUREAU_GATEWAY_PORT: '70000',
      BUREAU_FILES_PORT: '-1',
      BUREAU_SMS_PORT: '80 80',
      BUREAU_FILES_URL: 'files.example.com',
      BUREAU_TRUSTED_PROXIES: 'one',
      DATABASE_URL: 'mysql://localhost/bureau',
      BUREAU_LOG_LEVEL: 'loud',
      BUREAU_SECRET_KEY: 'short',
      BUREAU_MAIL_FROM: 'nobody',
      BUREAU_BLOCKED_EXTENSIONS: 'exe,.bat',
      BUREAU_HOST: 'http://localhost',
    })
    expect(problems.map((line) => line.split(' ')[0] ?? '').toSorted((a, b) => a.localeCompare(b))).toEqual([
      'BUREAU_BLOCKED_EXTENSIONS',
      'BUREAU_FILES_PORT',
      'BUREAU_FILES_URL',
      'BUREAU_GATEWAY_PORT',
      'BUREAU_HOST',
      'BUREAU_LOG_LEVEL',
      'BUREAU_MAIL_FROM',
      'BUREAU_SECRET_KEY',
      'BUREAU_SMS_PORT',
      'BUREAU_TRUSTED_PROXIES',
      'DATABASE_URL',
    ])
  })

  test('never repeats a secret in a problem', () => {
    const secrets = {
      BUREAU_SECRET_KEY: 'hunter2',
      DATABASE_URL: 'hunter2',
      REDIS_URL: 'hunter2',
      BUREAU_SMTP_URL: 'hunter2',
    }
    expect(problemsOf(secrets)).toHaveLength(4)
    expect(problemsOf(secrets).join()).not.toContain('hunter2')
  })

  test('takes an empty variable as not set', () => {
    expect(readConfig({ BUREAU_GATEWAY_PORT: '', DATABASE_URL: ' ' }, { dataDir }).ports.gateway).toBe(8080)
  })

  test('reads secrets from files, without the line break at the end', () => {
    const env = {
      DATABASE_URL_FILE: file('database', 'postgres://bureau:p@db/bureau\n'),
      BUREAU_SECRET_KEY_FILE: file('key', `${key}\n`),
      REDIS_URL_FILE: file('redis', 'redis://cache:6379'),
      BUREAU_SMTP_URL_FILE: file('smtp', 'smtps://a:b@mail.example.com\n'),
      BUREAU_MAIL_FROM: 'Bureau <bureau@example.com>',
    }
    expect(readConfig(env, { dataDir })).toMatchObject({
      database: { url: 'postgres://bureau:p@db/bureau' },
      secretKeys: [Buffer.alloc(32, 7)],
      redisUrl: 'redis://cache:6379',
      mail: {
        smtpUrl: 'smtps://a:b@mail.example.com',
        from: { name: 'Bureau', address: 'bureau@example.com' },
      },
      unknownNames: [],
    })
  })

  test('refuses a secret given twice, a missing file and an empty one', () => {
    const both = { REDIS_URL: 'redis://a', REDIS_URL_FILE: file('both', 'redis://b') }
    expect(problemsOf(both)).toEqual([expect.stringMatching(/^REDIS_URL and REDIS_URL_FILE are both set/)])
    expect(problemsOf({ REDIS_URL_FILE: join(directory, 'missing') })).toEqual([
      expect.stringMatching(/^REDIS_URL cannot be read/),
    ])
    expect(problemsOf({ REDIS_URL_FILE: file('empty', '\n') })).toEqual([
      expect.stringMatching(/^REDIS_URL cannot/),
    ])
  })

  test('has a _FILE variant only for secrets', () => {
    const config = readConfig({ BUREAU_HOST_FILE: file('host', '0.0.0.0') }, { dataDir })
    expect(config.host).toBe('127.0.0.1')
    expect(config.unknownNames).toEqual(['BUREAU_HOST_FILE'])
  })

  test('names variables that mean nothing', () => {
    expect(readConfig({ BUREAU_GATEWAY_PROT: '1', PATH: '/bin' }, { dataDir }).unknownNames).toEqual([
      'BUREAU_GATEWAY_PROT',
    ])
  })

  test('strips the trailing slash of an origin and refuses a path', () => {
    const { publicOrigins } = readConfig({ BUREAU_FILES_URL: 'https://Files.example.com/' }, { dataDir })
    expect(publicOrigins.files).toBe('https://files.example.com')
    expect(problemsOf({ BUREAU_FILES_URL: 'https://files.example.com/files' })).toHaveLength(1)
  })

  test('hands files over to nginx only from a directory', () => {
    expect(readConfig({ BUREAU_ACCEL: '/bureau-blobs/' }, { dataDir }).accel).toBe('/bureau-blobs')
    expect(readConfig({}, { dataDir }).accel).toBeUndefined()
    for (const odd of ['/', 'bureau-blobs', '/a/../b', '/a b', '/a?b', 'http://x/a'])
      expect(problemsOf({ BUREAU_ACCEL: odd })).toEqual([expect.stringMatching(/^BUREAU_ACCEL must be/)])
    expect(problemsOf({ BUREAU_ACCEL: '/bureau-blobs', BUREAU_BLOBS: 's3://bureau' })).toEqual([
      expect.stringMatching(/^BUREAU_ACCEL needs a directory in BUREAU_BLOBS/),
    ])
  })

  test('takes relative blob directories from the data directory', () => {
    const blobsAt = (text: string) => readConfig({ BUREAU_BLOBS: text }, { dataDir }).blobs
    expect(readConfig({}, { dataDir }).blobs).toEqual({ kind: 'directory', directory: '/srv/bureau/blobs' })
    expect(blobsAt('file:bytes')).toEqual({ kind: 'directory', directory: '/srv/bureau/bytes' })
    expect(blobsAt('file:/mnt/bytes')).toEqual({ kind: 'directory', directory: '/mnt/bytes' })
  })

  test('takes a bucket with the usual variables for its key and region', () => {
    const bucket = { BUREAU_BLOBS: 's3://bureau?endpoint=http://localhost:7480&prefix=blobs' }
    const key = { AWS_ACCESS_KEY_ID: 'id', AWS_SECRET_ACCESS_KEY_FILE: file('aws', 'secret\n') }
    const expected = { kind: 's3', bucket: 'bureau', prefix: 'blobs/', endpoint: 'http://localhost:7480' }
    expect(readConfig({ ...bucket, ...key, AWS_REGION: 'eu-west-1' }, { dataDir }).blobs).toEqual({
      ...expected,
      region: 'eu-west-1',
      credentials: { accessKeyId: 'id', secretAccessKey: 'secret', sessionToken: undefined },
    })
    expect(readConfig(bucket, { dataDir }).blobs).toEqual({
      ...expected,
      region: 'us-east-1',
      credentials: undefined,
    })
    expect(problemsOf({ ...bucket, AWS_ACCESS_KEY_ID: 'id' })).toEqual([
      'AWS_ACCESS_KEY_ID and AWS_SECRET_ACCESS_KEY must be set together.',
    ])
    expect(problemsOf({ AWS_ACCESS_KEY_ID: 'id' })).toEqual([])
  })

  test('wants certificate and key together, and a sender with SMTP', () => {
    expect(problemsOf({ BUREAU_TLS_CERT: '/a.pem', BUREAU_SMTP_URL: 'smtp://localhost' })).toEqual([
      expect.stringContaining('BUREAU_TLS_KEY'),
      expect.stringContaining('BUREAU_MAIL_FROM'),
    ])
  })

  test('blocks programs and server pages by default and lets the operator replace the list', () => {
    const { blockedExtensions } = readConfig({}, { dataDir })
    for (const ending of [
      'exe',
      'bat',
      'cmd',
      'com',
      'msi',
      'scr',
      'vbs',
      'js',
      'ps1',
      'hta',
      'jar',
      'lnk',
      'php',
      'phtml',
      'phar',
      'asp',
      'aspx',
      'jsp',
      'cgi',
      'sh',
      'app',
      'dmg',
    ])
      expect(blockedExtensions, ending).toContain(ending)
    for (const ending of [
      'pdf',
      'docx',
      'png',
      'zip',
      'html',
      'svg',
      'txt',
      'csv',
      'json',
      'mp4',
      'gz',
      'tar',
      'bin',
      'ts',
    ])
      expect(blockedExtensions).not.toContain(ending)
    expect(new Set(blockedExtensionsDefault).size).toBe(blockedExtensionsDefault.length)
    expect(readConfig({ BUREAU_BLOCKED_EXTENSIONS: 'EXE, iso' }, { dataDir }).blockedExtensions).toEqual(
      new Set(['exe', 'iso']),
    )
  })
})

describe('originsOf', () => {
  const bound = { gateway: 1, files: 2, sms: 3, phones: 4 }

  test('uses the bound ports where the operator names no origin', () => {
    const config = readConfig({ BUREAU_FILES_URL: 'https://files.example.com' }, { dataDir })
    expect(originsOf(config, bound)).toEqual({
      gateway: 'http://localhost:1',
      files: 'https://files.example.com',
      sms: 'http://localhost:3',
      phones: 'http://localhost:4',
    })
  })

  test('is https with a certificate and brackets IPv6', () => {
    const env = { BUREAU_HOST: 'fd00::1', BUREAU_TLS_CERT: '/a.pem', BUREAU_TLS_KEY: '/b.pem' }
    expect(originsOf(readConfig(env, { dataDir }), bound).gateway).toBe('https://[fd00::1]:1')
  })
})

describe('configurationReference', () => {
  test('has a row for each variable, and the file variant of secrets', () => {
    const reference = configurationReference()
    expect(reference).toContain('| `BUREAU_GATEWAY_PORT` | port | `8080` |')
    expect(reference).toContain('`DATABASE_URL`, `DATABASE_URL_FILE`')
    expect(reference).toContain('`BUREAU_SECRET_KEY`, `BUREAU_SECRET_KEY_FILE`')
    expect(reference).not.toContain('BUREAU_HOST_FILE')
  })
})
