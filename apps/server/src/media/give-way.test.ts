import { spawn } from 'node:child_process'
import { accessSync, constants, existsSync, readFileSync } from 'node:fs'
import { expect, it } from 'vitest'

const GROUP = '/proc/self/autogroup'
const PROGRAM = `
  import { existsSync, readFileSync } from 'node:fs'
  import { getPriority } from 'node:os'
  import { giveWay } from '${new URL('./give-way.ts', import.meta.url).href}'
  giveWay()
  const group = existsSync('${GROUP}') ? readFileSync('${GROUP}', 'utf8') : ''
  console.log(JSON.stringify({ priority: getPriority(), group }))`

/** What a program that gives way says of itself. */
async function giveWayIn(options: { detached: boolean }): Promise<{ priority: number; group: string }> {
  const child = spawn(process.execPath, ['--input-type=module', '-e', PROGRAM], options)
  let said = ''
  child.stdout.on('data', chunk => {
    said += chunk
  })
  await new Promise(resolve => child.on('close', resolve))
  return JSON.parse(said)
}

function canLowerGroups(): boolean {
  try {
    accessSync(GROUP, constants.W_OK)
    return true
  } catch {
    return false
  }
}

it('lowers a process and the group of the session that it leads', async () => {
  const { priority, group } = await giveWayIn({ detached: true })
  expect(priority).toBe(19)
  expect(group).toMatch(canLowerGroups() ? / nice 19$/m : /^/)
})

it('leaves the group of a session alone that others are in', async () => {
  const before = existsSync(GROUP) ? readFileSync(GROUP, 'utf8') : ''
  const { priority, group } = await giveWayIn({ detached: false })
  expect(priority).toBe(19)
  expect(group).toBe(before)
})
