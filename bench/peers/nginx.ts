import { mkdir, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { freePort } from '../../test/free-port.ts'
import { findProgram, isThere, startProcess, type StartPeer } from './peer.ts'

const davModule = '/usr/lib/nginx/modules/ngx_http_dav_ext_module.so'

/** Debian: nginx-light and libnginx-mod-http-dav-ext. Static files with sendfile; PUT, COPY, MOVE and DELETE. */
export const startNginx: StartPeer = async (directory) => {
  const program = findProgram('nginx')
  if (program === undefined || !isThere(davModule)) return undefined
  const root = join(directory, 'data')
  await mkdir(root, { recursive: true })
  await mkdir(join(directory, 'bodies'))
  const port = await freePort()
  const config = join(directory, 'nginx.conf')
  const log = join(directory, 'error.log')
  await writeFile(config, configuration({ directory, root, port, log }))
  const args = ['-p', directory, '-c', config, '-e', log]
  return startProcess({ name: 'nginx', program, args, port, root, log })
}

interface Settings {
  readonly directory: string
  readonly root: string
  readonly port: number
  readonly log: string
}

const configuration = ({ directory, root, port, log }: Settings): string => `
load_module ${davModule};
${process.getuid?.() === 0 ? 'user root;' : ''}
daemon off;
worker_processes 2;
pid ${directory}/pid;
error_log ${log};
events { worker_connections 1024; }
http {
  access_log off;
  sendfile on;
  tcp_nopush on;
  keepalive_requests 10000000;
  default_type application/octet-stream;
  client_max_body_size 0;
  client_body_buffer_size 256k;
  # On the disk of the files, so that a PUT ends with a rename.
  client_body_temp_path ${directory}/bodies;
  server {
    listen 127.0.0.1:${port} reuseport;
    root ${root};
    location / {
      dav_methods PUT DELETE MKCOL COPY MOVE;
      dav_ext_methods PROPFIND OPTIONS;
      create_full_put_path on;
    }
  }
}
`
