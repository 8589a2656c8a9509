import { spawnSync } from 'node:child_process'
import { expect, it } from 'vitest'

const folder = new URL('./', import.meta.url).href

it('logs what a started program prints: its errors as one error each, at every level', () => {
  const child = `console.log('done'); console.error(new Error('no disk')); process.exitCode = 1`
  const program = `
    const { configureLog } = await import('${folder}log.ts')
    const { childStdio, logChildOutput } = await import('${folder}child-output.ts')
    const { spawn } = await import('node:child_process')
    configureLog({ format: 'json', level: 'error' })
    const child = spawn(process.execPath, ['-e', ${JSON.stringify(child)}], { stdio: childStdio() })
    logChildOutput(child, 'backup')`
  const { stdout } = spawnSync(process.execPath, ['--input-type=module', '-e', program], { encoding: 'utf8' })
  const lines = stdout
    .trim()
    .split('\n')
    .map(line => JSON.parse(line))
  expect(lines).toMatchObject([
    { level: 50, program: 'backup', msg: expect.stringMatching(/^Error: no disk\n {4}at/) },
  ])
})
