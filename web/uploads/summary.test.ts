import { describe, expect, test } from 'vitest'
import { newUpload, type Upload } from './engine/model.ts'
import { announcementOf, countsOf, rowsOf, shownState, summaryOf } from './summary.ts'

const upload = (changes: Partial<Upload> = {}): Upload =>
  Object.assign(
    newUpload(
      {
        workspace: '1',
        folderId: null,
        name: 'a.txt',
        fileName: 'a.txt',
        folders: [],
        size: 1000,
        modified: 0,
        replaces: [],
      },
      { file: new File([], 'a.txt') },
    ),
    changes,
  )

const here = { away: false, loggedOut: false }
const work = (uploads: readonly Upload[], changes: Partial<Parameters<typeof summaryOf>[0]> = {}) => ({
  counts: countsOf(uploads),
  ...here,
  preparing: 0,
  tasks: 0,
  speed: undefined,
  ...changes,
})

describe('the status of an upload', () => {
  test('follows its requests, the network, and the log-in', () => {
    expect(shownState(upload(), here)).toBe('waiting')
    expect(shownState(upload({ requests: 1 }), here)).toBe('uploading')
    expect(shownState(upload({ requests: 1 }), { ...here, away: true })).toBe('away')
    expect(shownState(upload(), { ...here, away: true })).toBe('waiting')
    expect(shownState(upload({ requests: 1 }), { ...here, loggedOut: true })).toBe('paused')
    expect(shownState(upload({ phase: 'lost' }), { away: true, loggedOut: true })).toBe('lost')
  })
})

describe('the summary', () => {
  const running = [upload({ phase: 'done' }), upload({ requests: 1, arrived: 500 }), upload()]

  test('says how far, how long, and how fast', () => {
    expect(summaryOf(work(running))).toBe('Uploading 2 of 3')
    expect(summaryOf(work(running, { speed: 10 }))).toBe('Uploading 2 of 3, 3 minutes left, 10 bytes/s')
    expect(summaryOf(work([upload({ phase: 'failed' }), upload()]))).toBe('Uploading, 1 failed')
  })

  test('says what it waits for', () => {
    expect(summaryOf(work(running, { away: true }))).toBe('Waiting for the network')
    expect(summaryOf(work(running, { loggedOut: true }))).toBe('Paused until you log in again')
    expect(summaryOf(work([], { preparing: 2000 }))).toBe('Preparing 2,000 files')
    expect(summaryOf(work([], { tasks: 1 }))).toBe('Working on 1 task')
  })

  test('says how it ended', () => {
    const phases = ['lost', 'paused', 'done', 'done', 'failed'] as const
    expect(summaryOf(work(phases.map((phase) => upload({ phase }))))).toBe(
      '1 upload unfinished, 1 upload paused, 2 uploads done, 1 failed',
    )
  })

  test('is announced without what changes all the time', () => {
    const uploads = [...running, upload({ phase: 'failed' })]
    expect(announcementOf(work(uploads, { speed: 10 }))).toBe('Uploading 3 files, 1 failed')
    expect(announcementOf(work([upload({ phase: 'done' })]))).toBe('1 upload done')
  })
})

test('of many uploads, those that matter have rows, in the order of coming', () => {
  const done = Array.from({ length: 300 }, () => upload({ phase: 'done' }))
  const failed = upload({ phase: 'failed' })
  const running = upload({ requests: 1 })
  const waiting = Array.from({ length: 20 }, () => upload())
  const rows = rowsOf([failed, ...done, running, ...waiting], here)
  expect(rows).toEqual([failed, ...done.slice(-28), running, ...waiting])
  expect(rowsOf(done.slice(0, 50), here)).toHaveLength(50)
})
