import { spawn, spawnSync } from 'node:child_process'
import { accessSync, constants, existsSync, readFileSync } from 'node:fs'
import { getPriority } from 'node:os'
import { expect, it } from 'vitest'

const GROUP = '/proc/self/autogroup'
const SCHED_IDLE = '5'
const PROGRAM = `
  import { existsSync, readdirSync, readFileSync } from 'node:fs'
  import { getPriority } from 'node:os'
  import { lowerPriority } from '${new URL('./lower-priority.ts', import.meta.url).href}'
  lowerPriority()
  const group = existsSync('${GROUP}') ? readFileSync('${GROUP}', 'utf8') : ''
  const policies = ${process.platform === 'linux'}
    ? readdirSync('/proc/self/task').map(id => {
        const fields = readFileSync('/proc/self/task/' + id + '/stat', 'utf8').replace(/^.*\\) /s, '').split(' ')
        return fields[38]
      })
    : []
  console.log(JSON.stringify({ priority: getPriority(), group, policies }))`

interface Result {
  readonly priority: number
  readonly group: string
  /** Scheduling policy of each thread. */
  readonly policies: readonly string[]
}

/** Runs a program that lowers its priority. */
async function runLowered(options: { detached: boolean }): Promise<Result> {
  const child = spawn(process.execPath, ['--input-type=module', '-e', PROGRAM], options)
  let output = ''
  child.stdout.on('data', chunk => {
    output += chunk
  })
  await new Promise(resolve => child.on('close', resolve))
  return JSON.parse(output)
}

function canLowerGroups(): boolean {
  try {
    accessSync(GROUP, constants.W_OK)
    return true
  } catch {
    return false
  }
}

it('lowers the priority of a process and of the session that it leads', async () => {
  const { priority, group } = await runLowered({ detached: true })
  expect(priority).toBe(19)
  expect(group).toMatch(canLowerGroups() ? / nice 19$/m : /^/)
})

it('leaves a shared session alone', async () => {
  const before = existsSync(GROUP) ? readFileSync(GROUP, 'utf8') : ''
  const { priority, group } = await runLowered({ detached: false })
  expect(priority).toBe(19)
  expect(group).toBe(before)
})

it('never makes a process less nice than it was started', () => {
  const program = (start: number) => `
    import { getPriority, setPriority } from 'node:os'
    import { yieldToService } from '${new URL('./lower-priority.ts', import.meta.url).href}'
    setPriority(${start})
    yieldToService()
    console.log(getPriority())`
  const after = (start: number) =>
    spawnSync(process.execPath, ['--input-type=module', '-e', program(start)], { encoding: 'utf8' }).stdout
  // Only root may make a process less nice than this one.
  const [low, high] = [Math.max(5, getPriority()), Math.max(15, getPriority())]
  expect([after(low), after(high)]).toEqual([`${Math.max(10, low)}\n`, `${high}\n`])
})

const hasChrt = spawnSync('chrt', ['--version']).error === undefined

it.skipIf(!hasChrt)('runs all its threads only when nothing else wants to', async () => {
  const { policies } = await runLowered({ detached: true })
  expect(policies.length).toBeGreaterThan(1)
  expect(new Set(policies)).toEqual(new Set([SCHED_IDLE]))
})
