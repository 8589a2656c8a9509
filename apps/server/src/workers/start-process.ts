import { type ChildProcess, fork } from 'node:child_process'
import { setPriority } from 'node:os'
import { guardChild } from './guard-child.ts'
import type { StartWorker } from './worker-handle.ts'

export interface ProcessOptions {
  readonly args?: readonly string[]
  /** Limit of its JavaScript heap. Native memory is limited by `JobLimits.residentMb`. */
  readonly heapMb?: number
  /** Saves memory at the cost of JavaScript's speed: for work that native code does. */
  readonly isSmall?: boolean
  /** Niceness from 0 to 19; see `lowerPriority` for a process that must never be noticed. */
  readonly nice?: number
  /** Gives it a process group of its own, so that programs which it starts end with it. */
  readonly ownsGroup?: boolean
  /** Discards what it writes to its error output. */
  readonly isSilent?: boolean
}

/** All that it gets of this process's environment: it reads hostile bytes, and settings are or hold secrets. */
const ENVIRONMENT = ['PATH', 'LD_LIBRARY_PATH', 'TMPDIR', 'TEMP', 'SystemRoot', 'NODE_COMPILE_CACHE']
/** A young generation of 3 MB, and one thread to collect garbage. */
const SMALL_ARGS = ['--max-semi-space-size=1', '--v8-pool-size=1']
/** glibc keeps freed memory for each arena, and by default has eight per core. */
const SMALL_ENV = { MALLOC_ARENA_MAX: '1' }

/** Workers that are child processes. Their programs call `serveJobs`. */
export function startProcess(program: string | URL, options: ProcessOptions = {}): StartWorker {
  const { args = [], heapMb, isSmall = false, nice, ownsGroup = false, isSilent = false } = options
  const execArgv = [...(heapMb ? [`--max-old-space-size=${heapMb}`] : []), ...(isSmall ? SMALL_ARGS : [])]
  return ({ onMessage, onEnd }) => {
    const child = fork(program, args, {
      stdio: ['ignore', 'ignore', isSilent ? 'ignore' : 'inherit', 'ipc'],
      serialization: 'advanced',
      detached: ownsGroup,
      env: {
        ...Object.fromEntries(ENVIRONMENT.map(name => [name, process.env[name]])),
        ...(isSmall && SMALL_ENV),
      },
      ...(execArgv.length > 0 ? { execArgv } : {}),
    })
    guardChild(child, { ownsGroup })
    const end = () => (ownsGroup ? killGroup(child) : child.kill('SIGKILL'))
    child.on('message', onMessage)
    child.on('error', error => onEnd({ error }))
    child.on('exit', (_status, signal) => {
      // Programs that it has started may still run.
      if (ownsGroup) end()
      onEnd({ signal })
    })
    if (nice !== undefined) lower(child, nice)
    return {
      // Its end is reported by `exit`.
      post: job => void (child.connected && child.send(job as object, () => {})),
      kill: () => void end(),
      keepAlive: isNeeded => keepAlive(child, isNeeded),
    }
  }
}

function keepAlive(child: ChildProcess, isNeeded: boolean): void {
  for (const one of [child, child.channel]) {
    if (isNeeded) one?.ref()
    else one?.unref()
  }
}

function killGroup(child: ChildProcess): void {
  if (child.pid === undefined) return
  try {
    process.kill(-child.pid, 'SIGKILL')
  } catch {
    // The group is gone, or this platform has no process groups.
    child.kill('SIGKILL')
  }
}

function lower(child: ChildProcess, nice: number): void {
  try {
    if (child.pid !== undefined) setPriority(child.pid, nice)
  } catch {
    // It has ended already, or the system does not allow it.
  }
}
