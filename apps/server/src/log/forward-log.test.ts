import { spawnSync } from 'node:child_process'
import { expect, it } from 'vitest'

const folder = new URL('./', import.meta.url).href

it('stores the warnings and errors of a started program that prints sentences', () => {
  const child = `
    const { forwardLog } = await import('${folder}forward-log.ts')
    const { log } = await import('${folder}log.ts')
    forwardLog()
    log.info('done')
    log.warn('careful', { track: 7 })
    log.error('broken', { err: new Error('no disk') })`
  const program = `
    const { setLogSink } = await import('${folder}log.ts')
    const { childStdio, logChildOutput } = await import('${folder}child-output.ts')
    const { spawn } = await import('node:child_process')
    setLogSink(({ level, message, details }) => console.log(JSON.stringify([level, message, details])))
    const args = ['--input-type=module', '-e', ${JSON.stringify(child)}]
    logChildOutput(spawn(process.execPath, args, { stdio: childStdio() }), 'import')`
  const run = spawnSync(process.execPath, ['--input-type=module', '-e', program], { encoding: 'utf8' })
  const lines = run.stdout.trim().split('\n')
  expect(lines.filter(line => line.startsWith('[')).map(line => JSON.parse(line))).toEqual([
    ['warn', 'careful track=7', { program: 'import' }],
    ['error', 'broken no disk', { program: 'import' }],
  ])
  // They are printed as before.
  expect(lines).toContain('done')
  expect(run.stderr).toContain('no disk')
})
