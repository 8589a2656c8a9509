import { expect, it } from 'vitest'
import { DiskActivity } from './disk-activity.ts'

it('lets a disk sleep that nobody has used for ten minutes', async () => {
  const counters = new Map([
    ['/dev/sda', '1'],
    ['/dev/sdb', '1'],
  ])
  const activity = new DiskActivity(async () => counters)
  const maySleep = (minute: number) => activity.maySleep(['/music'], minute * 60_000)
  expect(await maySleep(0)).toBe(false)
  counters.set('/dev/sda', '2')
  expect(await maySleep(9)).toBe(false)
  expect(await maySleep(10)).toBe(true)
  counters.set('/dev/sdb', '2')
  expect(await maySleep(11)).toBe(false)
})

it('does not wait for network disks', async () => {
  const activity = new DiskActivity(async () => new Map())
  expect([await activity.maySleep(['/nas'], 0), await activity.maySleep(['/nas'], 1e9)]).toEqual([
    false,
    false,
  ])
})
