import { accessSync, constants } from 'node:fs'
import { delimiter, join } from 'node:path'

interface OptionalProgram {
  /** The package of Debian, which `.ci/run` installs. */
  readonly debian: string
  /** The package of Homebrew, where there is one. */
  readonly brew?: string
  /** What is not tested where the program is missing. */
  readonly part: string
}

const others = 'archives as other programs read them'
const samples = 'samples of the webhooks page'
const mail = 'mails to a real SMTP server (as root)'
const swift = 'blobs on OpenStack Swift (as root)'
const ceph = 'blobs on Ceph, and a store that fails (as root)'

/** Programs that tests use when they find them. Nothing else may be used so: see programs.test.ts. */
export const optionalPrograms = {
  'redis-server': { debian: 'redis-server', brew: 'redis', part: 'counters in Redis, several servers' },
  nginx: { debian: 'nginx-light', brew: 'nginx', part: 'nginx in front' },
  postfix: { debian: 'postfix', part: mail },
  'smtp-sink': { debian: 'postfix', part: mail },
  // The full Chromium would spend most of its time on invisible windows.
  'chromium-headless-shell': { debian: 'chromium-headless-shell', part: 'pages and mails in a browser' },
  curl: { debian: 'curl', brew: 'curl', part: 'examples of the documentation' },
  jq: { debian: 'jq', brew: 'jq', part: 'examples of the documentation' },
  promtool: { debian: 'prometheus', brew: 'prometheus', part: 'metrics as Prometheus checks them' },
  'systemd-analyze': { debian: 'systemd', part: 'the unit for systemd' },
  'systemd-notify': { debian: 'systemd', part: 'the unit for systemd' },
  debootstrap: { debian: 'debootstrap', part: 'the container (as root)' },
  script: { debian: 'bsdutils', part: 'the log on a terminal (Linux)' },
  openssl: { debian: 'openssl', brew: 'openssl', part: 'https with certificates of their own' },
  zsh: { debian: 'zsh', brew: 'zsh', part: 'completion in zsh and fish' },
  fish: { debian: 'fish', brew: 'fish', part: 'completion in zsh and fish' },
  unzip: { debian: 'unzip', brew: 'unzip', part: others },
  python3: { debian: 'python3', brew: 'python', part: others },
  php: { debian: 'php-cli', brew: 'php', part: samples },
  ruby: { debian: 'ruby', brew: 'ruby', part: samples },
  bsdtar: { debian: 'libarchive-tools', brew: 'libarchive', part: others },
  'ceph-mon': { debian: 'ceph-mon', part: ceph },
  'ceph-osd': { debian: 'ceph-osd', part: ceph },
  radosgw: { debian: 'radosgw', part: ceph },
  ceph: { debian: 'ceph-common', part: ceph },
  'swift-proxy-server': { debian: 'swift-proxy', part: swift },
  'swift-account-server': { debian: 'swift-account', part: swift },
  'swift-container-server': { debian: 'swift-container', part: swift },
  'swift-object-server': { debian: 'swift-object', part: swift },
  memcached: { debian: 'memcached', part: swift },
} as const satisfies Record<string, OptionalProgram>

export type ProgramName = keyof typeof optionalPrograms

/** The path of a program. Servers are in folders that only root's PATH has. */
export function findOptional(name: ProgramName): string | undefined {
  const folders = [...(process.env['PATH'] ?? '').split(delimiter), '/usr/sbin', '/usr/local/sbin']
  return folders.map((folder) => join(folder, name)).find(isExecutable)
}

export const isInstalled = (name: ProgramName): boolean => findOptional(name) !== undefined

function isExecutable(path: string): boolean {
  try {
    accessSync(path, constants.X_OK)
    return true
  } catch {
    return false
  }
}

/** What `missing` leaves untested and how to get it, in lines for a terminal; none when nothing is missing. */
export function missingLines(missing: readonly ProgramName[], platform: NodeJS.Platform): string[] {
  if (missing.length === 0) return []
  const programs = missing.map((name): OptionalProgram & { name: string } => ({
    name,
    ...optionalPrograms[name],
  }))
  const parts = Map.groupBy(programs, ({ part }) => part)
  const mac = platform === 'darwin'
  const packages = programs.flatMap(({ debian, brew }) => (mac ? (brew ?? []) : debian))
  const install = mac ? 'brew install' : 'apt-get install'
  return [
    'Not tested on this machine, because programs are missing:',
    ...[...parts].map(([part, of]) => `  ${part}: ${of.map(({ name }) => name).join(', ')}`),
    ...(packages.length === 0 ? [] : [`To test these too: ${install} ${[...new Set(packages)].join(' ')}`]),
  ]
}
