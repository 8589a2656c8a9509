import { describe, expect, it } from 'vitest'
import { describeReport, emptyReport, exitStatus, printable } from './import-report.ts'
import { ProgressLine } from './progress-line.ts'

describe('describeReport', () => {
  it('explains what to do about unavailable tracks', () => {
    expect(describeReport({ ...emptyReport(), unavailable: 2, unchanged: 5 })).toEqual([
      'Tracks: 0 added, 0 changed, 5 unchanged, 0 moved, 2 unavailable, 0 skipped.',
      'Unavailable tracks are kept until their files are back, or until you import with --forget.',
    ])
  })

  it('returns the exit status', () => {
    expect(exitStatus(emptyReport())).toBe(0)
    expect(exitStatus({ ...emptyReport(), skipped: [{ path: 'x', reason: 'y' }] })).toBe(2)
  })

  it('removes control characters from file names', () => {
    expect(printable('a\u001b[31m\r\n\u202eb')).toBe('a?[31m???b')
  })
})

describe('ProgressLine', () => {
  const follow = (isTTY: boolean) => {
    let [now, text] = [0, '']
    const line = new ProgressLine(
      {
        isTTY,
        write: more => {
          text += more
        },
      },
      () => now,
    )
    return {
      at(time: number, done: number) {
        now = time
        line.show({ step: 'reading', done, total: 10 })
      },
      end() {
        line.clear()
        return text
      },
    }
  }

  it('shows a bar on a terminal, redrawn in place and removed at the end', () => {
    const terminal = follow(true)
    terminal.at(0, 0)
    terminal.at(50, 1)
    terminal.at(200, 5)
    const text = terminal.end()
    expect(text).toContain(`\r${'█'.repeat(15)}${'░'.repeat(15)} 5 of 10 files`)
    expect(text).not.toContain('1 of 10')
    expect(text).not.toContain('\n')
    expect(text.endsWith('\r\u001b[K')).toBe(true)
  })

  it('prints a plain line at most every two seconds elsewhere', () => {
    const file = follow(false)
    for (const time of [0, 500, 1_999, 2_000, 3_000, 4_100]) file.at(time, time / 1000)
    expect(file.end()).toBe('2 of 10 files\n4.1 of 10 files\n')
  })
})
