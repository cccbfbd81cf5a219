import { readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { startProcess, type Peer } from '../bench/peers/peer.ts'
import { findOptional } from './programs.ts'

export const nginx = findOptional('nginx')

/** The configuration of a documentation page, adapted to this machine. */
export function documentedConfiguration(page: string, places: Readonly<Record<string, string>>): string {
  const document = readFileSync(join(import.meta.dirname, '../docs', page), 'utf8')
  let text = /```nginx\n([^]*?)```/.exec(document)?.[1] ?? ''
  for (const [shown, real] of Object.entries(places)) {
    if (!text.includes(shown)) throw new Error(`${page} does not show ${shown}`)
    text = text.replaceAll(shown, real)
  }
  return text
}

interface NginxOptions {
  /** For its files; its own error log is `nginx.log` there. */
  readonly directory: string
  /** Any that it listens on. */
  readonly port: number
  /** What the main configuration includes from `conf.d`. */
  readonly servers: string
}

/** Starts nginx with a main configuration like that of Debian. */
export function startNginx({ directory, port, servers }: NginxOptions): Promise<Peer> {
  const [config, log] = [join(directory, 'nginx.conf'), join(directory, 'nginx.log')]
  const user = process.getuid?.() === 0 ? 'user root;' : ''
  const temporary = ['client_body', 'proxy', 'fastcgi', 'scgi', 'uwsgi']
    .map((what) => `${what}_temp_path ${directory}/${what};`)
    .join(' ')
  const http = `access_log ${directory}/main.log; gzip on; ${temporary}\n${servers}`
  writeFileSync(config, `${user} daemon off; pid ${directory}/pid; events {} http { ${http} }`)
  const args = ['-p', directory, '-c', config, '-e', log]
  return startProcess({ name: 'nginx', program: nginx as string, args, port, root: directory, log })
}
