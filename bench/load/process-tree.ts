import { existsSync, readdirSync, readFileSync } from 'node:fs'

/** Ticks of the processor clock in a second, on every Linux. */
const TICKS = 100

/** Proportional memory of a process and those it has started, in megabytes; Linux only, elsewhere 0. */
export function memoryOf(pid: number): number {
  return sumOf(pid, id => {
    const kilobytes = /^Pss:\s+(\d+)/m.exec(readFileSync(`/proc/${id}/smaps_rollup`, 'utf8'))?.[1]
    return Number(kilobytes) / 1024
  })
}

/** Memory of a process, and of each that it has started, that no other could share, in megabytes; Linux only. */
export function privateMemoryOf(pid: number): { own: number; others: number[] } {
  const children = childrenOf(pid).map(privateMemoryOf)
  const dirty = /^Private_Dirty:\s+(\d+)/m.exec(readFileSync(`/proc/${pid}/smaps_rollup`, 'utf8'))?.[1]
  return { own: Number(dirty) / 1024, others: children.flatMap(({ own, others }) => [own, ...others]) }
}

/** Seconds of processor that a process and those it has started have used, ended ones included; Linux only, elsewhere 0. */
export function processorOf(pid: number): number {
  return sumOf(pid, id => (readTicks(id, 11, 12) + readTicks(id, 13, 14)) / TICKS)
}

/** The same of one process alone, while it runs. */
export function processorOfOne(pid: number): number {
  return existsSync(`/proc/${pid}/stat`) ? readTicks(pid, 11, 12) / TICKS : 0
}

/** The same of all processes that this one has started and that have ended, with those that they had started. */
export function processorOfEnded(): number {
  return existsSync('/proc/self/stat') ? readTicks('self', 13, 14) / TICKS : 0
}

/** Sum of two fields of a process' `stat`, counted from its state. */
function readTicks(id: number | 'self', ...fields: [number, number]): number {
  // The name of the program comes first, in brackets, and may contain spaces.
  const values = readFileSync(`/proc/${id}/stat`, 'utf8').split(') ')[1]?.split(' ') ?? []
  return fields.reduce((sum, field) => sum + Number(values[field]), 0)
}

function sumOf(pid: number, measure: (pid: number) => number): number {
  try {
    return measure(pid) + childrenOf(pid).reduce((sum, child) => sum + sumOf(child, measure), 0)
  } catch {
    // It has ended, or there is no /proc.
    return 0
  }
}

function childrenOf(pid: number): number[] {
  return readdirSync(`/proc/${pid}/task`).flatMap(task =>
    readFileSync(`/proc/${pid}/task/${task}/children`, 'utf8').split(' ').filter(Boolean).map(Number),
  )
}
