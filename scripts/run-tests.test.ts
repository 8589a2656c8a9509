import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import { combineRuns, runTests, summarise } from './run-tests.mjs'

const PASSING = "it('adds', () => expect(1 + 1).toBe(2))"
const FAILING = "it('never passes', () => expect(1).toBe(2))"
/** Fails the first time it is run, and passes from then on. */
const FLAKY = (marker: string) => `
  import { existsSync, writeFileSync } from 'node:fs'
  it('passes at the second try', () => {
    const before = existsSync('${marker}')
    writeFileSync('${marker}', '')
    expect(before).toBe(true)
  })`

/** Its process ends the first time it is run. */
const CRASHING = (marker: string) => `
  import { existsSync, writeFileSync } from 'node:fs'
  it('survives the second try', () => {
    if (existsSync('${marker}')) return
    writeFileSync('${marker}', '')
    process.kill(process.pid, 'SIGKILL')
  })`

let folder: string
beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), 'refrain-run-tests-'))
})
afterEach(() => rmSync(folder, { recursive: true, force: true }))

/** Runs these files as a separate project, like `npm test`. */
function run(files: Readonly<Record<string, string>>) {
  for (const [name, text] of Object.entries(files)) writeFileSync(join(folder, name), text)
  return runTests([{ projects: [], config: ['--root', folder, '--globals'], output: 'ignore' }])
}

/** Each run starts vitest up to twice, which is slow on a busy machine. */
const PATIENCE = 120_000

describe('npm test', { timeout: PATIENCE }, () => {
  it('runs a failed file once more alone and reports it as flaky when it passes', async () => {
    const result = await run({ 'a.test.js': PASSING, 'b.test.js': FLAKY(join(folder, 'tried')) })
    expect(result).toMatchObject({ ok: true, passed: 2, failed: 0 })
    expect(result.flaky.map(file => file.failures)).toEqual([['passes at the second try']])
    expect(summarise(result)).toMatch(/Flaky.*\n .*b\.test\.js\n {4}passes at the second try/)
  })

  it('runs a file again whose process has crashed', async () => {
    const result = await run({ 'a.test.js': PASSING, 'b.test.js': CRASHING(join(folder, 'tried')) })
    expect(result).toMatchObject({ ok: true, passed: 2, failed: 0 })
    expect(summarise(result)).toMatch(/Flaky.*\n .*b\.test\.js/)
  })

  it('runs lanes at the same time, their groups in order, and failed files again when all have ended', async () => {
    const [tried, ended] = [join(folder, 'tried'), join(folder, 'ended')]
    const options = { projects: [], config: ['--root', folder, '--globals'], output: 'ignore' } as const
    writeFileSync(
      join(folder, 'a.test.js'),
      `import { existsSync, writeFileSync } from 'node:fs'
       it('passes when the other has ended', () => {
         writeFileSync('${tried}', '')
         expect(existsSync('${ended}')).toBe(true)
       })`,
    )
    writeFileSync(
      join(folder, 'b.test.js'),
      `import { existsSync } from 'node:fs'
       it('ends after the other has failed', async () => {
         while (!existsSync('${tried}')) await new Promise(resolve => setTimeout(resolve, 20))
       })`,
    )
    writeFileSync(
      join(folder, 'c.test.js'),
      `import { existsSync, writeFileSync } from 'node:fs'
       it('follows in its lane', () => {
         expect(existsSync('${tried}')).toBe(true)
         writeFileSync('${ended}', '')
       })`,
    )
    const result = await runTests(
      [
        { ...options, options: ['b.test.js'], yields: true },
        { ...options, options: ['c.test.js'] },
      ],
      [{ ...options, options: ['a.test.js'] }],
    )
    expect(result).toMatchObject({ ok: true, passed: 3, failed: 0 })
    expect(result.flaky.map(file => file.failures)).toEqual([['passes when the other has ended']])
  })

  it('fails when a file fails twice', async () => {
    const result = await run({ 'a.test.js': PASSING, 'b.test.js': FAILING })
    expect(result).toMatchObject({ ok: false, passed: 1, failed: 1, flaky: [] })
  })

  it('names the slowest files of all runs and ends with the counts', () => {
    const of = (path: string, seconds: number) => ({
      ok: true,
      passed: 2,
      failed: 0,
      skipped: 1,
      flaky: [],
      slowest: [{ path, seconds }],
    })
    const lines = summarise(combineRuns([of('a.test.ts', 1), of('b.test.ts', 20)])).split('\n')
    expect(lines.map(line => line.trim())).toEqual([
      'Slowest files:',
      '20.0 s  b.test.ts',
      '1.0 s  a.test.ts',
      'tests: 4 passed, 0 failed, 2 skipped',
    ])
  })
})
