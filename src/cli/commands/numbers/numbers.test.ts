import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { commandLine, type CommandLine } from '../../commands.testing.ts'

let line: CommandLine
beforeAll(async () => {
  line = await commandLine()
})
afterAll(() => line.close())

describe('numbers and the simulator', () => {
  test('are added, listed, switched, assigned and removed', async () => {
    const { id: workspace } = await line.organization()
    const id = await line.number('--workspace', workspace, '--label', 'Desk')
    const { numbers } = await line.printed('numbers', 'list')
    expect(numbers).toContainEqual(expect.objectContaining({ id, label: 'Desk', workspace_id: workspace }))
    expect(await line.printed('numbers', 'online', id, 'no')).toMatchObject({ id, online: false })
    expect(await line.printed('numbers', 'assign', id, '--pool')).toMatchObject({ id, pool: true })
    expect(await line.printed('numbers', 'label', id, 'Till 2')).toMatchObject({ id, label: 'Till 2' })
    expect((await line.run('numbers', 'label', id, '')).stdout).toBe(`Number ${id} has no label.\n`)
    expect(await line.run('numbers', 'label', id, 'l'.repeat(81))).toMatchObject({ exit: 2 })
    expect(await line.printed('numbers', 'remove', id)).toMatchObject({ ok: true, id })
    expect(await line.refusal('numbers', 'online', id, 'yes')).toContain(`Number ${id} does not exist.`)
  })

  test('belong to the pool or to a workspace, and not to both', async () => {
    const phone = ['numbers', 'add', '--phone', '+12025550999', '--carrier', 'simulator'] as const
    for (const where of [[], ['--pool', '--workspace', '1']])
      expect(await line.run(...phone, ...where)).toMatchObject({ exit: 2, stdout: '' })
    expect(await line.refusal(...phone, '--workspace', '987654')).toContain(
      'Workspace 987654 does not exist.',
    )
    expect(
      await line.refusal('numbers', 'add', '--phone', '12', '--carrier', 'simulator', '--pool'),
    ).toContain('"12"')
  })

  test('are offered for carriers that exist, and for no others', async () => {
    const { stdout } = await line.run('numbers', 'add', '--help')
    expect(stdout).toContain('--carrier simulator|android ')
    const { exit, stderr } = await line.run('numbers', 'add', '--phone', '+12025550998', '--carrier', 'smpp')
    expect([exit, stderr]).toEqual([2, expect.stringContaining('must be simulator or android.')])
  })

  test('have a pace, which is shown with them', async () => {
    const id = await line.number()
    const paced = ['numbers', 'pace', id] as const
    expect(await line.printed(...paced, '--per-half-hour', '30', '--per-day', '500')).toMatchObject({
      per_minute: null,
      per_half_hour: 30,
      per_day: 500,
      outstanding_max: 100,
    })
    const more = ['--per-day', 'unlimited', '--outstanding', '2', '--warm-up', 'yes', '--cool-down', 'yes']
    expect(await line.printed(...paced, ...more)).toMatchObject({
      per_half_hour: 30,
      per_day: null,
      outstanding_max: 2,
      warms_up: true,
      cools_down: true,
      paused_until: null,
    })
    expect((await line.run('numbers', 'list')).stdout).toContain('at most 30 in 30 min, warming up')
    expect(await line.run(...paced, '--per-hour', '0')).toMatchObject({ exit: 2 })
    expect(await line.refusal('numbers', 'pace', 987_654, '--per-hour', '1')).toContain('does not exist')
  })

  test('receive texts, also such that begin with a dash', async () => {
    const { id: workspace } = await line.organization()
    const id = await line.number('--workspace', workspace)
    const from = ['--number', id, '--from', '+12025550123']
    expect(await line.printed('sim', 'inbound', ...from, '--body', '- milk')).toMatchObject({ ok: true })
    expect(
      await line.printed(
        'sim',
        'set',
        '--number',
        id,
        '--deliver-ms',
        '20',
        '--fail-rate',
        '0.5',
        '--hold',
        'yes',
      ),
    ).toEqual({
      ok: true,
      id,
      deliver_ms: 20,
      fail_rate: 0.5,
      hold: true,
    })
    expect(await line.printed('sim', 'outbox', '--number', id)).toEqual({ messages: [] })
    expect(await line.refusal('sim', 'outbox', '--number', 987_654)).toContain('987654')
  })

  test('of the carrier android are printed with all that enrols a phone, and shown with their phone', async () => {
    const words = ['numbers', 'add', '--phone', '+12025550188', '--carrier', 'android', '--pool']
    const added = await line.printed(...words)
    expect(added).toEqual({
      id: expect.any(Number),
      number: '+12025550188',
      code: expect.stringMatching(/^\d{8}$/),
      token: expect.stringMatching(/^enrol_\w{24}$/),
      url: 'http://phones.test/api/mobile/v1',
      qr: expect.stringContaining('▀'),
      expires_at: expect.stringMatching(/Z$/),
      taken_out: expect.any(Array),
    })
    const id = Number(added['id'])
    const shown = await line.printed('numbers', 'phone', id, '--sim', '2')
    expect(shown).toMatchObject({ id, online: false, enrolled_at: null, sim: 2 })
    expect(Object.keys(shown)).not.toContain('token')
    const rotated = await line.run('numbers', 'phone', id, '--rotate', '--sim', 'auto')
    expect(rotated.stdout).toContain('no phone is enrolled; offline, never seen.')
    expect(rotated.stdout).toMatch(/Private token +enrol_/)
    expect(rotated.stdout).toContain('The app calls https only')
    expect(rotated.stdout).not.toContain(String(added['code']))
    const cut = await line.run('numbers', 'phone', id, '--disconnect')
    expect(cut.stdout).toContain('no phone is enrolled; offline, never seen.')
    expect(cut.stdout).not.toContain('Private token')
    expect(await line.run('numbers', 'phone', id, '--disconnect', '--rotate')).toMatchObject({ exit: 2 })
    const { id: workspace } = await line.organization()
    const simulated = await line.number('--workspace', workspace)
    expect(await line.refusal('numbers', 'phone', simulated)).toContain('is not an Android number')
  })
})
