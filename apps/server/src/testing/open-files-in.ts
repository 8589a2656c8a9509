import { readdirSync, readlinkSync } from 'node:fs'
import { sep } from 'node:path'

/** Paths below a folder that this process has open, one for each descriptor. Linux only. */
export function openFilesIn(folder: string): string[] {
  const targets = readdirSync('/proc/self/fd').map(name => {
    try {
      return readlinkSync(`/proc/self/fd/${name}`)
    } catch {
      // Closed meanwhile, such as that of the listing itself.
      return ''
    }
  })
  return targets.filter(target => target.startsWith(folder + sep))
}
