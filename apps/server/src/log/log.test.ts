import { spawnSync } from 'node:child_process'
import { expect, it } from 'vitest'

const LOG = new URL('./log.ts', import.meta.url).href

/** What a program prints that logs in a format and at a level. */
function printed(format: string, level: string): string[] {
  const program = `
    const { configureLog, log } = await import(${JSON.stringify(LOG)})
    configureLog({ format: '${format}', level: '${level}' })
    log.debug('a request', { route: '/api/search' })
    log.info('ready')
    log.warn('careful', { requestId: 'ab-1' })
    log.error('broken', { err: new Error('no disk') })
    log.error('100% lost', { requestId: 'ab-2' }, 'ab-2: 100% lost')`
  const { stdout, stderr } = spawnSync(process.execPath, ['--input-type=module', '-e', program], {
    encoding: 'utf8',
  })
  return (stdout + stderr).trim().split('\n')
}

it('writes a line of JSON for each message, with its details', () => {
  const lines = printed('json', 'info').map(line => JSON.parse(line))
  expect(lines).toMatchObject([
    { level: 30, msg: 'ready' },
    { level: 40, msg: 'careful', requestId: 'ab-1' },
    { level: 50, msg: 'broken', err: { message: 'no disk' } },
    { level: 50, msg: '100% lost', requestId: 'ab-2' },
  ])
})

it('writes sentences for people', () => {
  const lines = printed('text', 'debug').join('\n')
  expect(lines).toMatch(
    /^a request \{ route: '\/api\/search' \}\nready\ncareful \{ requestId: 'ab-1' \}\nbroken Error: no disk/,
  )
})

it('leaves out what is below its level', () => {
  expect(printed('json', 'error').map(line => JSON.parse(line).msg)).toEqual(['broken', '100% lost'])
})
