import { readFileSync } from 'node:fs'
import { createRequire } from 'node:module'
import { constants } from 'node:os'
import { isMainThread } from 'node:worker_threads'

/** What the kernel tells of a folder: see inotify(7). Bits of its mask. */
export const EVENTS = {
  attributes: 0x4,
  written: 0x8,
  movedFrom: 0x40,
  movedTo: 0x80,
  created: 0x100,
  deleted: 0x200,
  overflow: 0x4000,
  ignored: 0x8000,
  isFolder: 0x4000_0000,
} as const
const { attributes, written, movedFrom, movedTo, created, deleted } = EVENTS
/** Only folders, which links do not lead to. */
const FOLDERS_ONLY = 0x100_0000 | 0x200_0000
const WANTED = attributes | written | movedFrom | movedTo | created | deleted | FOLDERS_ONLY

const NON_BLOCKING = 0o4000
const CLOSE_ON_EXEC = 0o2000000
/** Of fcntl(2). */
const [SET_FLAGS, SET_OWNER, ASYNC] = [4, 8, 0o20000]

const HEADER_BYTES = 16
/** Holds at least 15 events with the longest names. */
const BUFFER_BYTES = 4096
/** At most so many reads at once, so that a flood of events does not block the service. */
const READS_AT_ONCE = 64
/** Events of a copied album arrive together. */
const GATHER_MS = 50
/** A signal that arrived before the handler stood is made up for. */
const LOOK_EVERY_MS = 2_000
const LIMIT = '/proc/sys/fs/inotify/max_user_watches'
/** Other programs of the same user need some, too. */
const SHARE = 0.875

export interface InotifyEvent {
  readonly watch: number
  readonly mask: number
  /** Name within the folder; '' if the event is about the folder. */
  readonly name: string
}

/** One inotify handle, with any number of folders. */
export interface Inotify {
  /** Resolves to its number, or the error number, negative. A file system that does not answer keeps only this waiting. */
  add(path: string): Promise<number>
  remove(watch: number): void
  /** How many folders may be watched. */
  readonly limit: number
  close(): void
}

interface NativeFunction {
  (...given: readonly unknown[]): number
  /** Calls it in a thread. `errno` is that of the call while `done` runs. */
  async(...given: readonly [...unknown[], done: (error: Error | null, result: number) => void]): void
}

/** What is used of Koffi, which calls functions of libraries. Its main package has an install script; these have none. */
interface Koffi {
  load(library: null): { func(declaration: string): NativeFunction }
  errno(): number
}

/** @throws Error where there is no package for the system, and in worker threads: SIGIO would end the process */
function loadKoffi(): Koffi {
  if (!isMainThread) throw new Error('worker threads get no signals')
  if (process.platform !== 'linux') throw new Error('only Linux has inotify')
  return createRequire(import.meta.url)(`@koromix/koffi-linux-${process.arch}`)
}

/**
 * Opens an inotify handle. Node's watchers take 1 KB for each folder; a number of the kernel's takes none.
 * @throws Error on other systems than Linux, and where the calls are not available
 */
export function openInotify(onEvents: (events: readonly InotifyEvent[]) => void): Inotify {
  const koffi = loadKoffi()
  // libc, which this process has loaded already.
  const libc = koffi.load(null)
  const close = libc.func('int close(int)')
  const read = libc.func('intptr_t read(int, _Out_ uint8_t*, size_t)')
  const control = libc.func('int fcntl(int, int, ...)')
  const watch = libc.func('int inotify_add_watch(int, const char*, uint32_t)')
  const unwatch = libc.func('int inotify_rm_watch(int, int)')
  const fd = libc.func('int inotify_init1(int)')(NON_BLOCKING | CLOSE_ON_EXEC)
  if (fd < 0) throw new Error(`no inotify handle is left (${koffi.errno()})`)
  const buffer = Buffer.alloc(BUFFER_BYTES)
  let gathering: NodeJS.Timeout | undefined
  const drain = () => {
    gathering = undefined
    const events: InotifyEvent[] = []
    for (let reads = 0; reads < READS_AT_ONCE; reads++) {
      const length = Number(read(fd, buffer, BUFFER_BYTES))
      if (length <= 0) break
      events.push(...parseEvents(buffer.subarray(0, length)))
      if (reads === READS_AT_ONCE - 1) soon()
    }
    if (events.length > 0) onEvents(events)
  }
  let isOpen = true
  const soon = () => {
    // Another file may have the number of a closed handle.
    if (isOpen) gathering ??= setTimeout(drain, GATHER_MS)
  }
  // The kernel sends the signal whenever events arrive. Without a handler it would end the process.
  process.on('SIGIO', soon)
  control(fd, SET_OWNER, 'int', process.pid)
  control(fd, SET_FLAGS, 'int', ASYNC | NON_BLOCKING)
  const look = setInterval(soon, LOOK_EVERY_MS)
  look.unref()
  let adding = 0
  // Another handle could have its number while a folder is added.
  const closeUnused = () => {
    if (!isOpen && adding === 0) close(fd)
  }
  return {
    limit: readLimit(),
    async add(path) {
      if (!isOpen) return -constants.errno.EBADF
      adding++
      const { promise, resolve, reject } = Promise.withResolvers<number>()
      watch.async(fd, path, WANTED, (error, added) => {
        if (error) reject(error)
        else resolve(added < 0 ? -koffi.errno() : added)
      })
      return promise.finally(() => {
        adding--
        closeUnused()
      })
    },
    remove(number) {
      if (isOpen) unwatch(fd, number)
    },
    close() {
      if (!isOpen) return
      isOpen = false
      clearInterval(look)
      clearTimeout(gathering)
      control(fd, SET_FLAGS, 'int', NON_BLOCKING)
      closeUnused()
      // A signal may be on its way: the handler stays until it has arrived.
      setTimeout(() => process.off('SIGIO', soon), GATHER_MS)
    },
  }
}

/** No folder is left for this user. */
export const isAtLimit = (added: number) => added === -constants.errno.ENOSPC

function parseEvents(bytes: Buffer): InotifyEvent[] {
  const events: InotifyEvent[] = []
  for (let at = 0; at + HEADER_BYTES <= bytes.length; ) {
    const length = bytes.readUInt32LE(at + 12)
    const name = bytes.subarray(at + HEADER_BYTES, at + HEADER_BYTES + length)
    const end = name.indexOf(0)
    events.push({
      watch: bytes.readInt32LE(at),
      mask: bytes.readUInt32LE(at + 4),
      name: name.toString('utf8', 0, end < 0 ? length : end),
    })
    at += HEADER_BYTES + length
  }
  return events
}

function readLimit(): number {
  try {
    return Math.floor(Number(readFileSync(LIMIT, 'utf8')) * SHARE)
  } catch {
    return Number.MAX_SAFE_INTEGER
  }
}
