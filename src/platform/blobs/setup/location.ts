import { SettingProblem, type Reading } from '../../config/setting.ts'

export type BlobsLocation =
  | { readonly kind: 'directory'; readonly directory: string }
  | {
      readonly kind: 's3'
      readonly bucket: string
      readonly prefix: string
      readonly region: string | undefined
      readonly endpoint: string | undefined
    }

const bucketPattern = /^[a-z0-9][a-z0-9.-]{1,61}[a-z0-9]$/
/** Characters that need no escaping in a URL. */
const prefixPattern = /^(?:[0-9A-Za-z_-][0-9A-Za-z_.-]{0,99}\/){0,5}$/
const regionPattern = /^[0-9A-Za-z-]{1,64}$/
const parameters = ['endpoint', 'region', 'prefix']

/** `file:DIR` or `s3://bucket?endpoint=https://…&region=…&prefix=…`. */
export const blobsLocation: Reading<BlobsLocation> = {
  type: '`file:DIR` or `s3://BUCKET?endpoint=URL&region=NAME&prefix=PATH`',
  read(text) {
    if (text.startsWith('s3:')) return s3Location(text)
    const directory = /^file:(?:\/\/(?=\/))?(.+)$/.exec(text)?.[1]
    if (directory !== undefined) return { kind: 'directory', directory }
    throw new SettingProblem(
      'must be file: and a directory, like file:/var/lib/bureau/blobs, or s3:// and a bucket.',
    )
  },
}

function s3Location(text: string): BlobsLocation {
  const url = URL.parse(text)
  if (url && (url.username !== '' || url.password !== ''))
    throw new SettingProblem(
      'must not contain keys; set AWS_ACCESS_KEY_ID and AWS_SECRET_ACCESS_KEY instead.',
    )
  if (!url || url.host !== url.hostname || !/^\/?$/.test(url.pathname) || !bucketPattern.test(url.hostname))
    throw new SettingProblem('must name a bucket without a path, like s3://bureau?region=eu-west-1.')
  const given = [...url.searchParams.keys()]
  const odd = given.find((name, index) => !parameters.includes(name) || given.indexOf(name) !== index)
  if (odd !== undefined)
    throw new SettingProblem(`has "${odd}", which is unknown or given twice; use ${parameters.join(', ')}.`)
  return {
    kind: 's3',
    bucket: url.hostname,
    prefix: prefixOf(url.searchParams.get('prefix') ?? ''),
    region: regionOf(url.searchParams.get('region')),
    endpoint: endpointOf(url.searchParams.get('endpoint')),
  }
}

function prefixOf(text: string): string {
  const prefix = text === '' || text.endsWith('/') ? text : `${text}/`
  if (prefixPattern.test(prefix)) return prefix
  throw new SettingProblem('has an invalid prefix; use a path of up to five plain names, like bureau/blobs.')
}

function regionOf(text: string | null): string | undefined {
  if (text === null || regionPattern.test(text)) return text ?? undefined
  throw new SettingProblem('has an invalid region; use one like eu-west-1.')
}

function endpointOf(text: string | null): string | undefined {
  if (text === null) return undefined
  const url = URL.parse(text)
  const plain = url && /^https?:$/.test(url.protocol) && `${url.origin}/` === url.href
  if (plain) return url.origin
  throw new SettingProblem(
    'has an invalid endpoint; use an http or https URL with host and port only, like https://s3.example.com.',
  )
}
