import { resolve } from 'node:path'
import { addressPath, text } from '../../config/reading.ts'
import { setting, type SettingValues } from '../../config/setting.ts'
import { blobsLocation, type BlobsLocation } from './location.ts'
import type { BlobsConfig } from './open.ts'

export const blobsSettings = {
  blobs: setting('BUREAU_BLOBS', {
    reading: blobsLocation,
    otherwise: undefined,
    default: '`file:DATA/blobs`',
    meaning:
      'Where the bytes of files are stored. A relative directory counts from the data directory. A bucket must exist; ' +
      'without an endpoint it is on Amazon S3.',
  }),
  accel: setting('BUREAU_ACCEL', {
    reading: addressPath,
    otherwise: undefined,
    default: 'none: Bureau sends every byte itself',
    meaning:
      'Internal location from which nginx in front sends files of the blob directory (`X-Accel-Redirect`). ' +
      'Every download then has to come through nginx: see docs/nginx.md.',
  }),
  awsRegion: setting('AWS_REGION', {
    reading: text,
    otherwise: 'us-east-1',
    meaning: 'Region of the bucket, unless `BUREAU_BLOBS` names one.',
  }),
  awsAccessKeyId: setting('AWS_ACCESS_KEY_ID', {
    reading: text,
    otherwise: undefined,
    default: 'the default AWS credential chain: profile, container or machine role',
    meaning: 'Access key for the bucket.',
    secret: true,
  }),
  awsSecretAccessKey: setting('AWS_SECRET_ACCESS_KEY', {
    reading: text,
    otherwise: undefined,
    default: 'as `AWS_ACCESS_KEY_ID`',
    meaning: 'Secret of the access key.',
    secret: true,
  }),
  awsSessionToken: setting('AWS_SESSION_TOKEN', {
    reading: text,
    otherwise: undefined,
    default: 'none',
    meaning: 'Session token of a temporary access key.',
    secret: true,
  }),
}

type Values = SettingValues<typeof blobsSettings>

/** `usesBucket`: another setting names a bucket. */
export function blobsProblems(
  { accel, blobs, awsAccessKeyId, awsSecretAccessKey }: Values,
  usesBucket = false,
): string[] {
  const problems: string[] = []
  const inBucket = blobs?.kind === 's3'
  // Other programs may have left half a key pair in the environment; it matters only with a bucket.
  if ((inBucket || usesBucket) && (awsAccessKeyId === undefined) !== (awsSecretAccessKey === undefined))
    problems.push('AWS_ACCESS_KEY_ID and AWS_SECRET_ACCESS_KEY must be set together.')
  if (inBucket && accel !== undefined)
    problems.push('BUREAU_ACCEL needs a directory in BUREAU_BLOBS: nginx cannot send files from a bucket.')
  return problems
}

export const blobsConfig = (values: Values, dataDir: string): BlobsConfig =>
  locatedBlobs(values.blobs ?? { kind: 'directory', directory: 'blobs' }, values, dataDir)

/** With the keys of the configuration; a relative directory counts from `base`. */
export function locatedBlobs(
  location: BlobsLocation,
  values: Pick<Values, 'awsRegion' | 'awsAccessKeyId' | 'awsSecretAccessKey' | 'awsSessionToken'>,
  base: string,
): BlobsConfig {
  if (location.kind === 'directory') return { ...location, directory: resolve(base, location.directory) }
  const { awsAccessKeyId: accessKeyId, awsSecretAccessKey: secretAccessKey, awsSessionToken } = values
  const complete = accessKeyId !== undefined && secretAccessKey !== undefined
  return {
    ...location,
    region: location.region ?? values.awsRegion,
    credentials: complete ? { accessKeyId, secretAccessKey, sessionToken: awsSessionToken } : undefined,
  }
}
