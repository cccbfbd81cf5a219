import { readFile } from 'node:fs/promises'
import { createSecureContext, type Server } from 'node:tls'
import type { FastifyInstance } from 'fastify'
import type { Log } from '../platform/log/log.ts'
import { OperatorError } from '../platform/operator-error.ts'
import type { Config } from './config.ts'

export interface Certificate {
  readonly cert: string
  readonly key: string
}

type Files = NonNullable<Config['tls']>

/** Throws `OperatorError` when the files cannot be read or do not fit together. */
export async function readCertificate({ certFile, keyFile }: Files): Promise<Certificate> {
  const certificate = {
    cert: await readNamed('BUREAU_TLS_CERT', certFile),
    key: await readNamed('BUREAU_TLS_KEY', keyFile),
  }
  try {
    createSecureContext(certificate)
  } catch (cause) {
    const reason = cause instanceof Error ? cause.message : String(cause)
    throw new OperatorError(
      `The certificate in ${certFile} cannot be used with the key in ${keyFile}: ${reason}. ` +
        'Check BUREAU_TLS_CERT and BUREAU_TLS_KEY.',
      { cause },
    )
  }
  return certificate
}

async function readNamed(variable: string, file: string): Promise<string> {
  try {
    return await readFile(file, 'utf8')
  } catch (cause) {
    const { code } = cause as NodeJS.ErrnoException
    throw new OperatorError(`${file} cannot be read (${code}). Check ${variable}.`, { cause })
  }
}

/** Reloads the files for new connections. An unusable certificate leaves the old one in force. */
export async function reloadCertificate(
  files: Files,
  apps: Iterable<FastifyInstance>,
  log: Log,
): Promise<void> {
  try {
    const certificate = await readCertificate(files)
    for (const { server } of apps) (server as unknown as Server).setSecureContext(certificate)
    log.info({}, 'The certificate was read again. New connections get it.')
  } catch (err) {
    log.error({ err }, 'The new certificate cannot be used. Connections get the old one.')
  }
}
