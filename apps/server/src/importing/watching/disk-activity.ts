import { readFile } from 'node:fs/promises'
import { listMounts, type Mount, mountsOf } from '../collection/mounts.ts'

/** A disk that nobody has read or written for so long may sleep. */
const ASLEEP_AFTER_MS = 600_000

/** How often disks were read and written, by their names. Those that cannot be asked, such as network disks, are left out. */
export type ReadCounters = (folders: readonly string[]) => Promise<ReadonlyMap<string, string>>

/** Knows which disks are in use, from counters of the kernel: asking for them wakes no disk. */
export class DiskActivity {
  readonly #read: ReadCounters
  readonly #disks = new Map<string, { counters: string; usedAt: number }>()

  /** @param read for tests */
  constructor(read: ReadCounters = readCounters) {
    this.#read = read
  }

  /** Whether a disk of these folders may sleep. Call it every few minutes at least. A disk counts as in use at first. */
  async maySleep(folders: readonly string[], now: number): Promise<boolean> {
    const read = await this.#read(folders)
    for (const name of this.#disks.keys()) if (!read.has(name)) this.#disks.delete(name)
    for (const [name, counters] of read)
      if (this.#disks.get(name)?.counters !== counters) this.#disks.set(name, { counters, usedAt: now })
    return Array.from(this.#disks.values()).some(({ usedAt }) => now - usedAt >= ASLEEP_AFTER_MS)
  }
}

async function readCounters(folders: readonly string[]): Promise<ReadonlyMap<string, string>> {
  const mounts = await listMounts()
  const concerned = new Set(folders.flatMap(folder => mountsOf(mounts, folder)))
  const counters = new Map<string, string>()
  for (const mount of concerned) {
    const read = await readCounter(mount)
    if (read !== undefined) counters.set(mount.source, read)
  }
  return counters
}

/** Btrfs has a device number of its own; its disk is the source. */
async function readCounter({ device, source }: Mount): Promise<string | undefined> {
  for (const place of [`/sys/dev/block/${device}`, `/sys/class/block/${source.split('/').at(-1)}`]) {
    const text = await readFile(`${place}/stat`, 'utf8').catch(() => undefined)
    if (text !== undefined) return text.trim()
  }
  return undefined
}
