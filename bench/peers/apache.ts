import { chmod, mkdir, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { freePort } from '../../test/free-port.ts'
import { findProgram, isThere, startProcess, type StartPeer } from './peer.ts'

const modules = '/usr/lib/apache2/modules'

/** Debian: apache2-bin. mod_dav over a folder. */
export const startApache: StartPeer = async (directory) => {
  const program = findProgram('apache2')
  if (program === undefined || !isThere(`${modules}/mod_dav_fs.so`)) return undefined
  const root = join(directory, 'data')
  await mkdir(root, { recursive: true })
  // Apache gives root up, and then must still write its locks here and below its data.
  for (const folder of [directory, root]) await chmod(folder, 0o777)
  const port = await freePort()
  const config = join(directory, 'httpd.conf')
  const log = join(directory, 'error.log')
  await writeFile(config, configuration(directory, root, port))
  const args = ['-f', config, '-D', 'FOREGROUND']
  return startProcess({ name: 'Apache', program, args, port, root, log })
}

const configuration = (directory: string, root: string, port: number): string => `
ServerRoot ${directory}
ServerName localhost
Listen 127.0.0.1:${port}
PidFile ${directory}/pid
ErrorLog ${directory}/error.log
${process.getuid?.() === 0 ? 'User www-data\nGroup www-data' : ''}
LoadModule mpm_event_module ${modules}/mod_mpm_event.so
LoadModule authz_core_module ${modules}/mod_authz_core.so
LoadModule dav_module ${modules}/mod_dav.so
LoadModule dav_fs_module ${modules}/mod_dav_fs.so
DavLockDB ${directory}/locks
DocumentRoot ${root}
EnableSendfile On
LimitRequestBody 0
MaxKeepAliveRequests 0
<Directory ${root}>
  Dav On
  Require all granted
</Directory>
`
