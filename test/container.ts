import { spawn, spawnSync, type ChildProcess } from 'node:child_process'
import { existsSync, mkdirSync, readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'

const dockerfile = join(import.meta.dirname, '../deploy/Dockerfile')

/** One line of a Dockerfile: `RUN` and what follows. */
interface Step {
  readonly name: string
  readonly rest: string
}

/** The steps of the last stage, which is the image. */
export function imageSteps(): readonly Step[] {
  const lines = readFileSync(dockerfile, 'utf8')
    .replaceAll(/^#.*\n/gm, '')
    .replaceAll(/\\\n\s*/g, '')
  const stage = lines.slice(lines.lastIndexOf('\nFROM ') + 1)
  return [...stage.matchAll(/^(\w+) (.*)$/gm)].map(([, name = '', rest = '']) => ({ name, rest }))
}

const rest = (name: string) => imageSteps().find((step) => step.name === name)?.rest ?? ''
const words = (name: string) => JSON.parse(rest(name)) as readonly string[]
const quoted = (word: string) => `'${word.replaceAll("'", String.raw`'\''`)}'`

/** Replays the steps that build the image in a folder with Debian. Where they copy the package, the folder stays empty. */
export function buildImage(base: string, debootstrap: string): void {
  run(debootstrap, '--variant=minbase', rest('FROM').replace(/^debian:(\w+)-slim$/, '$1'), base)
  // Container engines write it.
  writeFileSync(join(base, 'etc/hosts'), '127.0.0.1 localhost\n')
  for (const { name, rest: step } of imageSteps()) {
    if (name === 'COPY') mkdirSync(join(base, step.split(' ').at(-1) ?? ''), { recursive: true })
    if (name === 'RUN') run('chroot', base, 'sh', '-ec', step)
  }
}

/** Runs the image as `docker run --read-only --tmpfs /tmp` does, on a network of its own, with the package mounted. */
export function runImage(base: string, packaged: string): ChildProcess {
  const at = (path: string) => quoted(join(base, path))
  const script = [
    'ip link set lo up',
    `mount --bind ${at('.')} ${at('.')}`,
    `mount --bind ${quoted(packaged)} ${at('opt/bureau')}`,
    `mount --bind ${at(rest('VOLUME'))} ${at(rest('VOLUME'))}`,
    `mount -o remount,bind,ro ${at('opt/bureau')}`,
    `mount -o remount,bind,ro ${at('.')}`,
    `mount -t tmpfs tmpfs ${at('tmp')}`,
    `mount -t proc proc ${at('proc')}`,
    `mount --rbind /dev ${at('dev')}`,
    `exec ${inside(base, [...words('ENTRYPOINT'), ...words('CMD')])}`,
  ].join(' && ')
  return spawn('unshare', ['--mount', '--net', 'sh', '-ec', script], { stdio: ['ignore', 'pipe', 'pipe'] })
}

/** Runs words in the container of a process; answers with the exit code and what they said. */
export function execute(base: string, { pid }: ChildProcess, command: readonly string[]) {
  const enter = ['--target', `${pid}`, '--mount', '--net', 'sh', '-ec', `exec ${inside(base, command)}`]
  const { status, stdout, stderr } = spawnSync('nsenter', enter, { encoding: 'utf8' })
  return { status, stdout, stderr }
}

export const checkHealth = (base: string, container: ChildProcess) =>
  execute(base, container, JSON.parse(rest('HEALTHCHECK').replace(/^.*?CMD /, '')) as readonly string[])

function inside(base: string, command: readonly string[]): string {
  const program = ['chroot', `--userspec=${rest('USER')}`, base, 'env', '-i', '-C', rest('WORKDIR')]
  const env = ['PATH=/usr/local/sbin:/usr/local/bin:/usr/sbin:/usr/bin:/sbin:/bin', ...rest('ENV').split(' ')]
  return [...program, ...env, ...command].map(quoted).join(' ')
}

function run(command: string, ...args: readonly string[]): void {
  const { status, error, stdout, stderr } = spawnSync(command, args, { encoding: 'utf8' })
  if (status !== 0) throw new Error(`${command}: ${error?.message ?? stdout + stderr}`)
}

/** Whether this process may mount, which containers seldom may. */
export const mayMount = (): boolean =>
  existsSync('/proc/self/ns/mnt') && spawnSync('unshare', ['--mount', '--net', 'true']).status === 0
